import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { path } from '../paths.ts'
import { siteContext } from '../load-context.ts'
import type { Route } from './+types/home'

export function meta() {
  return [{ title: 'Tallystick' }]
}

export async function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(siteContext)
  return { plans: await call('tplans', {}) }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h1>Tallystick</h1>
      <Button component={Link} to={path('signIn')}>
        Start Trading
      </Button>
      <p>{loaderData.plans.length} plans</p>
    </>
  )
}
