import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInEnglish as render } from '../../ui/test-render.tsx'
import { moveFocusAmongButtons } from './roving-focus.ts'

const results = ['Won', 'Lost', 'Void']
const result = (name: string) => page.getByRole('button', { name })
const hasFocus = (name: string) => expect.element(result(name)).toHaveFocus()

beforeEach(async () => {
  await render(
    <>
      <ul onKeyDown={moveFocusAmongButtons}>
        {results.map((name, index) => (
          <li key={name}>
            <button tabIndex={index === 0 ? 0 : -1}>{name}</button>
          </li>
        ))}
      </ul>
      <button>Behind</button>
    </>,
  )
  ;(result('Won').element() as HTMLElement).focus()
})

it('moves the focus with the left and right keys, from each end to the other', async () => {
  await userEvent.keyboard('{ArrowRight}')
  await hasFocus('Lost')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await hasFocus('Won')
  await userEvent.keyboard('{ArrowLeft}')
  await hasFocus('Void')
})

it('leaves other keys to the page, so the list is one tab stop', async () => {
  await userEvent.keyboard('{ArrowDown}')
  await hasFocus('Won')
  await userEvent.keyboard('{Tab}')
  await hasFocus('Behind')
})
