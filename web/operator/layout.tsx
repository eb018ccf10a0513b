import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { createQueries } from '../data/queries.ts'

/** Frame of the operator's desk. */
export default function OperatorLayout() {
  const [queries] = useState(createQueries)
  return (
    <QueryClientProvider client={queries}>
      <main id="content">
        <Outlet />
      </main>
    </QueryClientProvider>
  )
}
