import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { deskGets, deskPosts } from 'virtual:desk-calls'
import type { Permission } from '../../contract/permissions.ts'
import { addDeskCalls, call, CallRefused } from '../data/call.ts'
import { useCall } from '../data/queries.ts'
import { operatorSession, useSecret } from '../data/session.ts'
import { path } from '../paths.ts'

addDeskCalls(deskGets, deskPosts)

const refreshMs = 15_000

/** The signed-in operator with what waits, asked anew every quarter of a minute; undefined until it is known. */
export function useMe() {
  const secret = useSecret(operatorSession)
  return useCall('operators.me', {}, { enabled: typeof secret === 'string', refetchInterval: refreshMs })
}

export function useMay(permission: Permission): boolean {
  return useMe().data?.permissions.includes(permission) ?? false
}

/** Leads to the desk's sign-in where nobody is signed in, and where the session has ended: to whoever has none, the desk's calls do not exist. */
export function useDeskGuard() {
  const secret = useSecret(operatorSession)
  const me = useMe()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { pathname } = useLocation()
  const known = useRef(secret)
  const isOver = me.error instanceof CallRefused && me.error.code === 'unknown_call'

  useEffect(() => {
    if (isOver) operatorSession.clear()
  }, [isOver])

  useEffect(() => {
    if (known.current !== undefined && known.current !== secret) queries.clear()
    known.current = secret
    if (secret === null)
      void navigate(path('operatorSignIn', { query: { next: pathname === path('operator') ? undefined : pathname } }), {
        replace: true,
      })
  }, [secret, pathname, navigate, queries])

  return me
}

/** Ends the session here and on the server. */
export async function signOutOfDesk(): Promise<void> {
  await call('operators.signout', {}).catch(() => {})
  operatorSession.clear()
}
