import type { Chart, OverlayFigure, OverlayTemplate } from 'klinecharts'
import type { LineColour } from '../../../../api/workspace.ts'
import type { ChartColors } from './chart-theme.ts'
import { type Drawing, knownDrawings, storableDrawings } from './drawings.ts'

const group = 'drawing'
type Extend = { text: string; colour: LineColour; locked: boolean; surface: string }

/** How new drawings look and how they are placed. */
export type DrawingStyle = { colour: LineColour; magnet: boolean }

type Wiring = {
  /** Called with all drawings when one was added, moved, removed or changed by the customer. */
  onChanged: (drawings: Drawing[]) => void
  /** Called when a drawing is finished. */
  onDrawn: () => void
  colors: () => ChartColors
}

/** Steps that can be undone. */
const heldSteps = 30

/** The customer's drawings on one chart. */
export class ChartDrawings {
  readonly #chart: Chart
  readonly #wiring: Wiring
  #drawingId: string | null = null
  #selected: string | null = null
  #style: DrawingStyle = { colour: 'blue', magnet: false }
  #stored = '[]'
  #undo: string[] = []
  /** True while stored drawings replace the present ones, which the customer didn’t do. */
  #replacing = false

  constructor(chart: Chart, wiring: Wiring) {
    this.#chart = chart
    this.#wiring = wiring
  }

  /** Shows the stored drawings of a symbol in place of the present ones. */
  show(drawings: readonly Drawing[] | undefined): void {
    const next = JSON.stringify(storableDrawings(knownDrawings(drawings)))
    if (next === this.#stored || this.#drawingId) return
    this.#undo = []
    this.#replace(next)
  }

  /** Removes all drawings before another symbol is shown. */
  clear(): void {
    this.cancel()
    this.#undo = []
    this.#replace('[]')
  }

  /** Draws all again in the colours of the current theme. */
  redraw(): void {
    if (!this.#drawingId) this.#replace(this.#stored)
  }

  setStyle(style: DrawingStyle): void {
    const isNew = style.colour !== this.#style.colour
    this.#style = style
    for (const { id } of this.#overlays()) this.#chart.overrideOverlay({ id, mode: this.#mode() })
    if (isNew && this.#selected) this.#recolour(this.#selected, style.colour)
  }

  /** Starts a drawing. The next clicks on the chart place its points. */
  draw(name: string, text = ''): void {
    this.cancel()
    const id = this.#chart.createOverlay(this.#overlayOf({ name, points: [], text, colour: this.#style.colour }))
    this.#drawingId = typeof id === 'string' ? id : null
  }

  /** Draws at the latest price. This works without a pointer. */
  drawAtPrice(name: string, text = ''): void {
    const newest = this.#chart.getDataList().at(-1)
    if (!newest) return
    const points = [{ timestamp: newest.timestamp, value: newest.close }]
    this.#chart.createOverlay(this.#overlayOf({ name, points, text, colour: this.#style.colour }))
    this.#keep()
  }

  cancel(): void {
    if (this.#drawingId) this.#chart.removeOverlay({ id: this.#drawingId })
    this.#drawingId = null
  }

  /** Reverts the customer's last change on this chart. Returns false if there is none. */
  undo(): boolean {
    const before = this.#undo.pop()
    if (before === undefined) return false
    this.#replace(before)
    this.#wiring.onChanged(JSON.parse(before) as Drawing[])
    return true
  }

  removeSelected(): void {
    if (!this.#selected) return
    this.#chart.removeOverlay({ id: this.#selected })
    this.#selected = null
  }

  removeAll(): void {
    this.#drawingId = null
    this.#chart.removeOverlay({ groupId: group })
    this.#keep()
  }

  /** Locks all drawings against moving and removal, or unlocks them. */
  lock(locked: boolean): void {
    for (const { id, extendData } of this.#overlays())
      this.#chart.overrideOverlay({ id, lock: locked, extendData: { ...(extendData as Extend), locked } })
    this.#keep()
  }

  get locked(): boolean {
    const overlays = this.#overlays()
    return overlays.length > 0 && overlays.every(({ lock }) => lock)
  }

  #overlays() {
    return this.#chart.getOverlays({ groupId: group })
  }

  #mode() {
    return this.#style.magnet ? ('weak_magnet' as const) : ('normal' as const)
  }

  #replace(text: string): void {
    this.#replacing = true
    this.#stored = text
    this.#selected = null
    this.#chart.removeOverlay({ groupId: group })
    for (const drawing of JSON.parse(text) as Drawing[])
      if (drawing.points.length > 0) this.#chart.createOverlay(this.#overlayOf(drawing))
    // Overlays report their removal after this call: see `onRemoved`.
    queueMicrotask(() => queueMicrotask(() => (this.#replacing = false)))
  }

  #recolour(id: string, colour: LineColour): void {
    const overlay = this.#chart.getOverlays({ id })[0]
    if (!overlay) return
    const extendData: Extend = { ...(overlay.extendData as Extend), colour }
    this.#chart.overrideOverlay({ id, extendData, styles: this.#stylesOf(colour) })
    this.#keep()
  }

  #stylesOf(colour: LineColour) {
    const { named, namedSoft } = this.#wiring.colors()
    const color = named[colour]
    const shape = { color: namedSoft[colour], borderColor: color }
    return { line: { color }, polygon: shape, rect: shape, circle: shape, text: { color } }
  }

  #overlayOf({ name, points, text = '', colour = 'blue', locked = false }: Drawing) {
    const keep = () => this.#keep()
    return {
      name,
      groupId: group,
      lock: locked,
      mode: this.#mode(),
      ...(points.length > 0 && { points: points as { timestamp: number; value: number }[] }),
      extendData: { text, colour, locked, surface: this.#wiring.colors().surface } satisfies Extend,
      styles: this.#stylesOf(colour),
      onDrawEnd: () => {
        this.#drawingId = null
        keep()
        this.#wiring.onDrawn()
      },
      onSelected: ({ overlay }: { overlay: { id: string } }) => void (this.#selected = overlay.id),
      onDeselected: () => void (this.#selected = null),
      onPressedMoveEnd: keep,
      // Called before the overlay is removed, so wait.
      onRemoved: () => queueMicrotask(keep),
    }
  }

  #keep(): void {
    if (this.#drawingId || this.#replacing) return
    const drawings = this.#overlays().map(({ name, points, extendData }) => ({
      name,
      points: points as Drawing['points'],
      ...(extendData as Extend),
    }))
    const stored = storableDrawings(drawings)
    const text = JSON.stringify(stored)
    if (text === this.#stored) return
    this.#undo = [...this.#undo, this.#stored].slice(-heldSteps)
    this.#stored = text
    this.#wiring.onChanged(stored)
  }
}

/** Draws a rectangle between two corners. */
const rectangleTemplate: OverlayTemplate = {
  name: 'rectangle',
  totalStep: 3,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: true,
  needDefaultYAxisFigure: true,
  createPointFigures({ coordinates: [from, to] }) {
    if (!from || !to) return []
    const corners = [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }]
    return { type: 'polygon', attrs: { coordinates: corners }, styles: { style: 'stroke_fill' } }
  },
}

/** Draws a text at a point. */
const noteTemplate: OverlayTemplate<Extend> = {
  name: 'note',
  totalStep: 2,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures({ coordinates: [at], overlay }): OverlayFigure[] {
    if (!at) return []
    const { text, surface } = overlay.extendData
    const attrs = { x: at.x, y: at.y - 8, text, align: 'left', baseline: 'bottom' }
    return [{ type: 'text', attrs, styles: { backgroundColor: surface, size: 12, weight: '500', borderRadius: 3 } }]
  },
}

export const drawingTemplates = [rectangleTemplate, noteTemplate] as unknown as OverlayTemplate[]
