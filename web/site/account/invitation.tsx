import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { affiliateLevels } from '../../../api/affiliate-levels.ts'
import { percentText } from '../../ui/text/number-text.ts'
import classes from './frame.module.css'

/** Shows who earns from a registration with a referral code, and lets the visitor remove the code. Source:
 * docs/spec/truth.md section 5.
 */
export function Invitation({ code, forget }: { code: string; forget: () => void }) {
  const share = percentText(affiliateLevels[0].bps)
  return (
    <p className={classes.small}>
      <Trans>
        Invited with the code <strong>{code}</strong>: its owner earns {share} of what you deposit, never of what you
        lose.
      </Trans>{' '}
      <Button type="button" variant="subtle" color="gray" size="compact-sm" onClick={forget}>
        <Trans>Register without it</Trans>
      </Button>
    </p>
  )
}
