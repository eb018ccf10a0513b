import { Button } from '@mantine/core'
import { Logo } from '../ui/logo.tsx'
import { path } from '../paths.ts'
import classes from './plain-screen.module.css'

/** The generic error view. Plain links, because the router itself may be what failed. Source: product.md section 8. */
export function UnexpectedError({ message }: { message: string }) {
  return (
    <main className={classes.screen}>
      <title>Unexpected Application Error! · Tallystick</title>
      <a className={classes.logo} href={path('home')}>
        <Logo /> Tallystick
      </a>
      <h1>Unexpected Application Error!</h1>
      <p className={classes.message} role="alert">
        {message}
      </p>
      <p className={classes.words}>Nothing of yours was changed by this. Load the page again, or start from the home page.</p>
      <div className={classes.row}>
        <Button onClick={() => location.reload()}>Load again</Button>
        <Button variant="default" component="a" href={path('home')}>
          Home page
        </Button>
      </div>
    </main>
  )
}
