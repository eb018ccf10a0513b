import { z } from 'zod'
import { defineCall, numberInput, type Call } from '../../call.ts'
import {
  chartIntervals,
  chartTypes,
  gridSizes,
  keyActions,
  lineColours,
  panelLimits,
  workspaceLimits,
} from '../../workspace.ts'

const symbol = z.string().regex(/^[A-Z0-9]{0,12}$/)
const name = z.string().trim().min(1).max(workspaceLimits.nameCharacters)

/** An indicator with its parameters, such as lengths in candles, and the colours of its lines. */
const indicatorSetting = z.object({
  name: z.string().regex(/^[A-Z]{1,12}$/),
  params: z.array(z.number().min(0.001).max(1000)).max(8),
  colours: z.array(z.enum(lineColours)).max(8),
})

/** A chart: its symbol (empty until the customer chooses one), candle length, type and indicators. */
const paneSettings = z.object({
  symbol,
  candles: z.enum(chartIntervals),
  chartType: z.enum(chartTypes),
  indicators: z.array(indicatorSetting).max(workspaceLimits.indicators),
})

/** A drawing: the name of the tool, and points with a time in epoch milliseconds and a price. */
const drawing = z.object({
  name: z.string().regex(/^[a-zA-Z]{1,30}$/),
  points: z
    .array(z.object({ timestamp: z.number().optional(), value: z.number().optional() }))
    .max(workspaceLimits.points),
  text: z.string().max(workspaceLimits.textCharacters).optional(),
  colour: z.enum(lineColours).optional(),
  locked: z.boolean().optional(),
})
export type Drawing = z.infer<typeof drawing>

const sizeOf = ({ least, most }: { least: number; most: number }) => z.number().int().min(least).max(most).optional()

const charts = {
  grid: z.union(gridSizes.map((size) => z.literal(size))),
  /** The pane whose symbol the ticket shows. */
  active: z.number().int().min(0).max(3),
  panes: z.array(paneSettings).min(1).max(4),
  /** Sizes in CSS pixels of the panels that don't have their usual size. */
  panels: z
    .object({
      list: sizeOf(panelLimits.list),
      ticket: sizeOf(panelLimits.ticket),
      chart: sizeOf(panelLimits.chart),
      open: sizeOf(panelLimits.open),
    })
    .optional(),
}

const layout = z.object({ name, ...charts })

const indicatorSet = z.object({
  name,
  indicators: z.array(indicatorSetting).max(workspaceLimits.indicators),
})

/**
 * The charts, panel sizes and keys of a customer's trading screen. `format` changes when stored contents can no longer
 * be read.
 */
export const workspaceContent = z
  .object({
    format: z.literal(1),
    ...charts,
    layouts: z.array(layout).max(workspaceLimits.layouts),
    indicatorSets: z.array(indicatorSet).max(workspaceLimits.indicatorSets),
    drawings: z
      .record(z.string().regex(/^[A-Z0-9]{1,12}$/), z.array(drawing).max(workspaceLimits.drawings))
      .refine((bySymbol) => Object.keys(bySymbol).length <= workspaceLimits.symbols),
    /** Keys that the customer changed: values of `KeyboardEvent.key`, in lower case. */
    keys: z.partialRecord(z.enum(keyActions), z.string().regex(/^[^\s\p{Lu}]$/u)).optional(),
  })
  .refine((content) => JSON.stringify(content).length <= workspaceLimits.characters)
export type WorkspaceContent = z.infer<typeof workspaceContent>

const workspace = defineCall({
  name: 'workspace',
  module: 'trading',
  method: 'GET',
  access: 'customer',
  summary:
    'Returns the charts of the customer’s trading screen: panes, panel sizes, named layouts, indicator sets, ' +
    'drawings and changed keys. ' +
    '`version` is 0 and `content` null until something has been saved.',
  input: z.object({}),
  output: z.object({ version: z.number().int(), content: workspaceContent.nullable() }),
  refusals: {},
})

const save = defineCall({
  name: 'workspace.save',
  module: 'trading',
  method: 'POST',
  access: 'customer',
  summary:
    'Replaces the charts of the customer’s trading screen. `version` is the version that the change is based on. ' +
    'Returns the new version.',
  input: z.object({
    version: numberInput.pipe(z.number().int().min(0).max(2_000_000_000)),
    content: workspaceContent,
  }),
  output: z.object({ version: z.number().int() }),
  refusals: {
    workspace_changed: {
      status: 409,
      message: 'Your charts were changed in another window. Load them again before you save.',
    },
  },
})

/** Calls for the charts of a customer's trading screen. */
export const workspaceCalls = { workspace, 'workspace.save': save } as const satisfies Record<string, Call>
