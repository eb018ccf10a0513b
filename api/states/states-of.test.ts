import { expect, it } from 'vitest'
import { statesOf } from './states-of.ts'

it('allows an action in the states that the table lists', () => {
  const lamp = statesOf(['off', 'on', 'broken'], { turn: ['off', 'on'], repair: ['broken'] })
  expect([lamp.can('turn', 'on'), lamp.can('turn', 'broken'), lamp.can('repair', 'broken')]).toEqual([
    true,
    false,
    true,
  ])
  expect(lamp.states('turn')).toEqual(['off', 'on'])
  // @ts-expect-error the table must list states that exist
  statesOf(['off', 'on'], { turn: ['of'] })
})
