import { Button } from '@mantine/core'
import { downloadText } from '../trading/download.ts'
import classes from './security.module.css'

/** Recovery codes, shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <div className={classes.stack} role="status">
      <p>
        <strong>Keep these ten recovery codes.</strong> Each signs you in once in place of the second factor, on the day on which you have lost it. They are not shown again.
      </p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button onClick={() => downloadText('tallystick-recovery-codes.txt', 'text/plain', `Tallystick recovery codes, each good once\n\n${codes.join('\n')}\n`)}>Save as a file</Button>
        <Button variant="default" onClick={onDone}>
          I have them
        </Button>
      </div>
    </div>
  )
}
