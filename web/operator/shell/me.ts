import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { deskGets, deskPosts } from 'virtual:desk-calls'
import type { Permission } from '../../../api/permissions.ts'
import { addDeskCalls, call, CallRefused } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { operatorSession, useSecret } from '../../data/session.ts'
import { path } from '../../paths.ts'

addDeskCalls(deskGets, deskPosts)

const refreshMs = 15_000

/** Returns the signed-in operator with queue lengths, refetched every 15 seconds; undefined until loaded. */
export function useMe() {
  const secret = useSecret(operatorSession)
  return useCall('operators.me', {}, { enabled: typeof secret === 'string', refetchInterval: refreshMs })
}

export function useMay(permission: Permission): boolean {
  return useMe().data?.permissions.includes(permission) ?? false
}

/**
 * Redirects to the desk's sign-in if nobody is signed in or the session has ended. Without a session, the server
 * refuses the desk's calls as unknown.
 */
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

/** Ends the session in the browser and on the server. */
export async function signOutOfDesk(): Promise<void> {
  await call('operators.signout', {}).catch(() => {})
  operatorSession.clear()
}
