import { useAmountsHidden } from '../../../ui/text/amounts.tsx'
import { HiddenAmount } from '../../../ui/text/hidden-amount.tsx'
import { signedText } from './activity-words.ts'
import classes from './activity.module.css'

/** Shows a change of a balance with its sign, in the colour of gains or losses. `still`: no money has moved. */
export function Signed({ amount, unit, still = false }: { amount: string; unit: string; still?: boolean }) {
  const hidden = useAmountsHidden()
  const tone = still || /^-?0(\.0+)?$/.test(amount) ? 'flat' : amount.startsWith('-') ? 'down' : 'up'
  if (hidden) return <HiddenAmount />
  return (
    <span className={classes.signed} data-tone={tone} dir="ltr">
      {signedText(amount, unit)}
    </span>
  )
}
