import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInEnglish as render } from '../../ui/test-render.tsx'
import { PanelBorder, panelStyle, usePanelStyle } from './panel-sizes.tsx'
import { changeCharts, readStoredCharts, setPanelSize } from './preferences.ts'

function Screen() {
  return (
    <div data-panels style={{ display: 'flex', inlineSize: '60rem', ...usePanelStyle() }}>
      <div id="list" style={{ inlineSize: 'var(--list-size, 200px)' }}>
        Symbols
      </div>
      <PanelBorder panel="list" controls="list" />
      <p style={{ flex: 1 }}>Chart</p>
      <PanelBorder panel="ticket" controls="ticket" after />
      <div id="ticket" style={{ inlineSize: 'var(--ticket-size, 300px)' }}>
        Ticket
      </div>
    </div>
  )
}

const border = (name: string) => page.getByRole('separator', { name, includeHidden: true })
const list = border('Width of the symbol list')
const ticket = border('Width of the ticket')
const width = (id: string) => document.getElementById(id)!.offsetWidth
const focus = (one: typeof list) => one.element().focus()

beforeEach(async () => {
  changeCharts((charts) => ({ ...charts, panels: undefined }))
  await render(<Screen />)
  for (const one of [list, ticket]) one.element().style.display = 'block'
  await expect.element(list).toHaveAttribute('aria-valuenow', '200')
})

it('changes the size with the arrow keys, within its limits, and stores it with the charts', async () => {
  focus(list)
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(list).toHaveAttribute('aria-valuenow', '216')
  expect(width('list')).toBe(216)
  await userEvent.keyboard('{Home}')
  await expect.element(list).toHaveAttribute('aria-valuenow', '152')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(list).toHaveAttribute('aria-valuenow', '152')
  expect(readStoredCharts().panels).toEqual({ list: 152 })
})

it('grows a panel after its border when the border moves to the start', async () => {
  focus(ticket)
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(ticket).toHaveAttribute('aria-valuenow', '316')
  expect(width('ticket')).toBe(316)
})

it('returns to the usual size on Enter and on a double click', async () => {
  focus(list)
  await userEvent.keyboard('{End}')
  await expect.element(list).toHaveAttribute('aria-valuenow', '420')
  await userEvent.keyboard('{Enter}')
  await expect.element(list).toHaveAttribute('aria-valuenow', '200')
  expect(readStoredCharts().panels).toBeUndefined()
  setPanelSize('list', 300)
  await expect.element(list).toHaveAttribute('aria-valuenow', '300')
  list.element().dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
  await expect.element(list).toHaveAttribute('aria-valuenow', '200')
})

it('follows the pointer, and stores the size when the pointer is released', async () => {
  const element = list.element()
  const move = (type: string, clientX: number) =>
    element.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX, pointerId: 1, button: 0 }))
  element.setPointerCapture = () => {}
  move('pointerdown', 200)
  move('pointermove', 260)
  expect(width('list')).toBe(260)
  expect(readStoredCharts().panels).toBeUndefined()
  move('pointerup', 260)
  await expect.element(list).toHaveAttribute('aria-valuenow', '260')
  expect(readStoredCharts().panels).toEqual({ list: 260 })
})

it('names only the sizes that are set', () => {
  expect(panelStyle(undefined)).toEqual({})
  expect(panelStyle({ chart: 500 })).toEqual({ '--chart-size': '500px' })
})
