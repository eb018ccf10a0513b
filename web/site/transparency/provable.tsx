import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Explained } from './parts.tsx'
import classes from './transparency.module.css'

/** Lists what anyone can prove today and what rests on the operator's word. */
export function Provable() {
  return (
    <Explained
      id="provable"
      title={t`What you can prove`}
      lead={
        <Trans>
          You can recompute results with the commands on this page. The transparency log is signed only by this platform
          so far, so the commands don’t prove everything.
        </Trans>
      }
    >
      <h3>
        <Trans>You can prove</Trans>
      </h3>
      <ul className={classes.how}>
        <li>
          <Trans>The result of a trade follows from the prices in its receipt.</Trans>
        </li>
        <li>
          <Trans>
            The transparency log contains a trade’s order and payments, exactly as its receipt states them. A receipt
            for a trade that never happened fails.
          </Trans>
        </li>
        <li>
          <Trans>Nobody has changed or removed an entry of the log since the checkpoint that you saved.</Trans>
        </li>
        <li>
          <Trans>
            The prices of a past hour follow from its revealed seed, and the seed belongs to the root that you noted
            before that hour.
          </Trans>
        </li>
        <li>
          <Trans>
            The outputs and interest in a statement follow from the figures in it. With this platform’s URL, the
            commands also compare prices, rates, plans and parameters with what everybody sees.
          </Trans>
        </li>
        <li>
          <Trans>Your balances are part of the sum under the root that you noted.</Trans>
        </li>
      </ul>
      <h3>
        <Trans>You can’t prove</Trans>
      </h3>
      <ul className={classes.how}>
        <li>
          <Trans>Everybody sees the same prices, roots and statements. Compare yours with other people’s.</Trans>
        </li>
        <li>
          <Trans>
            A statement or an expert’s record came from this platform. Without this platform’s URL, the commands accept
            any file whose figures agree. With it, they list the values that they can’t compare. Anyone could have made
            those up.
          </Trans>
        </li>
        <li>
          <Trans>
            The history from before your checkpoint was never rewritten. The platform compares its records every night,
            but the operator runs that check.
          </Trans>
        </li>
        <li>
          <Trans>
            The operator doesn’t use the seed. Anyone with the seed knows every future price of the simulated market.
          </Trans>
        </li>
        <li>
          <Trans>Play money is worth something. Nothing backs it.</Trans>
        </li>
      </ul>
    </Explained>
  )
}
