import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInEnglish as render } from '../test-render.tsx'
import { FileField } from './file-field.tsx'

function Form({ error }: { error?: string }) {
  const [file, setFile] = useState<File | null>(null)
  return (
    <>
      <FileField
        label="Payment receipt"
        hint="JPEG, up to 1 KB."
        types={['image/jpeg']}
        maxBytes={1024}
        file={file}
        error={error}
        onFile={setFile}
      />
      <output>{file ? file.name : 'none'}</output>
    </>
  )
}

const field = page.getByLabelText('Payment receipt')
const chosen = page.getByRole('status')
const alert = page.getByRole('alert')
const another = page.getByRole('button', { name: 'Choose another: Payment receipt' })
const picture = (name: string, type: string, bytes = 600) => new File([new Uint8Array(bytes)], name, { type })

it('describes what it accepts, then the chosen file', async () => {
  await render(<Form />)
  await expect.element(field).toHaveAccessibleDescription('Choose a picture, or drop it here JPEG, up to 1 KB.')
  await expect.element(field).toHaveAttribute('accept', 'image/jpeg')
  await field.upload(picture('receipt.jpg', 'image/jpeg'))
  await expect.element(chosen).toHaveTextContent('receipt.jpg')
  await expect.element(field).toHaveAccessibleDescription('receipt.jpg 1 KB')
})

it.each([
  ['note.txt', 'text/plain', 600, 'Choose a picture: JPEG, PNG or WebP.'],
  ['photo.heic', 'image/heic', 600, 'We can’t read HEIC pictures. Save the picture as JPEG and choose that file.'],
  ['empty.jpg', 'image/jpeg', 0, 'This file is empty. Choose another one.'],
  ['large.jpg', 'image/jpeg', 2048, 'This picture is 2 KB. The limit is 1 KB. Choose a smaller one.'],
])('says why it refuses %s, and accepts the next file', async (name, type, bytes, reason) => {
  await render(<Form />)
  await field.upload(picture(name, type, bytes))
  await expect.element(alert).toHaveTextContent(reason)
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(chosen).toHaveTextContent('none')
  await field.upload(picture('receipt.jpg', 'image/jpeg'))
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(chosen).toHaveTextContent('receipt.jpg')
})

it('accepts a dropped file', async () => {
  await render(<Form />)
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(picture('dropped.jpg', 'image/jpeg'))
  const place = field.element().closest('label')!
  place.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true }))
  await expect.element(place).toHaveAttribute('data-over', 'true')
  place.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  await expect.element(chosen).toHaveTextContent('dropped.jpg')
  await expect.element(place).not.toHaveAttribute('data-over')
})

it('clears the file with the keyboard and returns the focus to the field', async () => {
  await render(<Form />)
  await field.upload(picture('receipt.jpg', 'image/jpeg'))
  await expect.element(another).toBeVisible()
  ;(another.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(chosen).toHaveTextContent('none')
  await expect.element(another).not.toBeInTheDocument()
  await expect.element(field).toHaveFocus()
})

it('announces the form’s error', async () => {
  await render(<Form error="Choose a file." />)
  await expect.element(alert).toHaveTextContent('Choose a file.')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
})
