import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderInEnglish as render } from '../test-render.tsx'
import { Fact, Facts } from './facts.tsx'

it('pairs each term with its value, in order', async () => {
  await render(
    <Facts layout="rows" facts={[{ name: 'Fee', value: '2%' }]}>
      <Fact term="Rate" tone="up">
        1.5
      </Fact>
    </Facts>,
  )
  expect(
    page
      .getByRole('term')
      .elements()
      .map((term) => term.textContent),
  ).toEqual(['Fee', 'Rate'])
  expect(
    page
      .getByRole('definition')
      .elements()
      .map((value) => value.textContent),
  ).toEqual(['2%', '1.5'])
})
