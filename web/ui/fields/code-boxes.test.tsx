import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInEnglish as render } from '../test-render.tsx'
import { CodeBoxes } from './code-boxes.tsx'

function Form({ digits = ['', '', '', '', ''], invalid }: { digits?: string[]; invalid?: boolean }) {
  const [value, setValue] = useState(digits)
  const [sent, setSent] = useState<string[]>([])
  return (
    <>
      <CodeBoxes
        label="Code from the email"
        value={value}
        onChange={setValue}
        onComplete={() => setSent([...sent, value.join('')])}
        describedBy="problem"
        invalid={invalid}
      />
      <p id="problem">The code is wrong.</p>
      <output>{value.join('-')}</output>
      <output aria-label="Sent">{sent.join(' ')}</output>
    </>
  )
}

const group = page.getByRole('group', { name: 'Code from the email' })
const box = (position: number) => group.getByRole('textbox', { name: `Digit ${position} of 5` })
const code = page.getByRole('status').first()
const sent = page.getByRole('status', { name: 'Sent' })

it('has a name and a description for the group, and a name for each box', async () => {
  await render(<Form invalid />)
  await expect.element(group).toHaveAccessibleDescription('The code is wrong.')
  for (const position of [1, 2, 3, 4, 5]) await expect.element(box(position)).toHaveAttribute('aria-invalid', 'true')
  await expect.element(box(1)).toHaveAttribute('autocomplete', 'one-time-code')
})

it('advances with each digit and ignores other characters', async () => {
  await render(<Form />)
  await box(1).click()
  await userEvent.keyboard('1a2')
  await expect.element(code).toHaveTextContent('1-2---')
  await expect.element(box(3)).toHaveFocus()
})

it('advances if the digit in the box is typed again', async () => {
  await render(<Form digits={['1', '2', '3', '4', '5']} />)
  await box(2).click()
  await userEvent.keyboard('2')
  await expect.element(code).toHaveTextContent('1-2-3-4-5')
  await expect.element(box(3)).toHaveFocus()
})

it('clears the box with Backspace, then the one before it', async () => {
  await render(<Form digits={['1', '2', '', '', '']} />)
  await box(2).click()
  await userEvent.keyboard('{Backspace}')
  await expect.element(code).toHaveTextContent('1----')
  await expect.element(box(2)).toHaveFocus()
  await userEvent.keyboard('{Backspace}')
  await expect.element(code).toHaveTextContent('----')
  await expect.element(box(1)).toHaveFocus()
})

it('moves with the arrow keys, Home and End, and stops at both ends', async () => {
  await render(<Form />)
  await box(1).click()
  for (const [key, position] of [
    ['{ArrowLeft}', 1],
    ['{ArrowRight}', 2],
    ['{End}', 5],
    ['{ArrowRight}', 5],
    ['{ArrowLeft}', 4],
    ['{Home}', 1],
  ] as const) {
    await userEvent.keyboard(key)
    await expect.element(box(position)).toHaveFocus()
  }
})

it('spreads a pasted code over all boxes', async () => {
  await render(<Form digits={['9', '', '', '', '']} />)
  await box(2).click()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', '12-345')
  box(2)
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.element(code).toHaveTextContent('1-2-3-4-5')
  await expect.element(box(5)).toHaveFocus()
  await expect.element(sent).toHaveTextContent('12345')
})

it('spreads a code that autofill puts into the first box', async () => {
  await render(<Form />)
  await box(1).fill('12345')
  await expect.element(code).toHaveTextContent('1-2-3-4-5')
})

it('reports the code with its last digit, and after a correction only with the last digit again', async () => {
  await render(<Form />)
  await box(1).click()
  await userEvent.keyboard('1234')
  await expect.element(sent).toBeEmptyDOMElement()
  await userEvent.keyboard('5')
  await expect.element(sent).toHaveTextContent('12345')
  await box(1).click()
  await userEvent.keyboard('6789')
  await expect.element(code).toHaveTextContent('6-7-8-9-5')
  await expect.element(sent).toHaveTextContent('12345')
  await userEvent.keyboard('0')
  await expect.element(sent).toHaveTextContent('12345 67890')
})

it('reports the code when the last empty box is filled', async () => {
  await render(<Form digits={['1', '', '3', '4', '5']} />)
  await box(2).click()
  await userEvent.keyboard('2')
  await expect.element(sent).toHaveTextContent('12345')
})
