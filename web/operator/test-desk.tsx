import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import type { CallName } from '../../api/calls.ts'
import type { Permission } from '../../api/permissions.ts'
import { createQueries } from '../data/queries.ts'
import { PopupProvider } from '../ui/dialogs/popup.tsx'
import { renderInEnglish } from '../ui/test-render.tsx'
// Declares the methods of the desk's calls, as the desk's layout does.
import './shell/me.ts'

type Answers = Partial<Record<CallName, unknown>>
type Sent = { name: CallName; input: Record<string, unknown> }

/**
 * Renders a page of the desk for an operator with these permissions. Calls respond with `answers`. Returns the POST
 * calls that were made.
 */
export async function renderDesk(part: ReactNode, answers: Answers, permissions: Permission[] = []): Promise<Sent[]> {
  const sent: Sent[] = []
  localStorage.setItem('operator-secrete', 'secret')
  const me = { id: '1', name: 'Grace Hopper', email: 'g@example.org', roles: [], permissions, waiting: {}, oldest: {} }
  vi.spyOn(window, 'fetch').mockImplementation(async (url, init) => {
    const name = new URL(String(url), window.location.href).searchParams.get('r') as CallName
    if (init?.method === 'POST') sent.push({ name, input: JSON.parse(String(init.body)) })
    const answer = { 'operators.me': me, ...answers }[name]
    if (answer !== undefined) return Response.json(answer)
    return Response.json({ type: 'warning', code: 'busy', msg: 'Try again.' }, { status: 503 })
  })
  await renderInEnglish(
    <MemoryRouter>
      <QueryClientProvider client={createQueries()}>
        <PopupProvider>{part}</PopupProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return sent
}
