import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { path } from '../paths.ts'
import { Logo } from '../ui/logo.tsx'
import classes from './plain-screen.module.css'

/** There is no such page. */
export function NotFound() {
  return (
    <main className={classes.screen}>
      <title>No such page · Tallystick</title>
      <Link className={classes.logo} to={path('home')}>
        <Logo /> Tallystick
      </Link>
      <h1>There is no page at this address</h1>
      <p className={classes.words}>The link may be old, or a letter of the address may be wrong.</p>
      <div className={classes.row}>
        <Button component={Link} to={path('home')}>
          Home page
        </Button>
        <Button variant="default" component={Link} to={path('dashboard')}>
          Your dashboard
        </Button>
      </div>
    </main>
  )
}
