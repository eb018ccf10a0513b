import { t } from '@lingui/core/macro'
import { useNavigate } from 'react-router'
import { useCall } from '../../data/queries.ts'
import { namedInPageLanguage } from '../../language/symbol-names.ts'
import { path } from '../../paths.ts'
import { usePreferenceCommands } from '../../document/preference-commands.ts'
import { usePrivacyMode } from '../../ui/text/amounts.tsx'
import { type Command, CommandPalette } from '../../ui/commands/command-palette.tsx'
import { usePreference } from '../trading/preferences.ts'
import { places } from './commands.ts'

type Props = { open: boolean; onClose: () => void; onHelp: () => void; onSignOut: () => void }

/** Shows the command palette of the office: pages, symbols and global actions. */
export default function OfficePalette({ open, onClose, onHelp, onSignOut }: Props) {
  const navigate = useNavigate()
  const [hidden, setHidden] = usePrivacyMode()
  const preferences = usePreferenceCommands()
  const symbols = useSymbolCommands(open, go)
  const action = t`Action`
  const page = t`Page`

  function go(to: string) {
    void navigate(to)
    document.getElementById('content')?.focus({ preventScroll: true })
  }

  const pages = places().map((one): Command => ({ id: one.to, kind: page, ...one, run: () => go(one.to) }))
  const actions: Command[] = [
    { id: 'deposit', label: t`Make a deposit`, kind: action, icon: 'deposit', run: () => go(path('officeDeposit')) },
    {
      id: 'withdraw',
      label: t`Request a withdrawal`,
      kind: action,
      icon: 'withdraw',
      run: () => go(path('withdrawals')),
    },
    {
      id: 'privacy',
      label: hidden ? t`Show amounts` : t`Hide amounts`,
      detail: t`Privacy mode`,
      kind: action,
      icon: hidden ? 'eye' : 'eyeOff',
      run: () => setHidden(!hidden),
    },
    {
      id: 'keys',
      label: t`Show keyboard shortcuts`,
      detail: t`Help and support`,
      kind: action,
      icon: 'list',
      run: onHelp,
    },
    ...preferences,
    { id: 'sign-out', label: t`Sign Out`, kind: action, icon: 'signOut', run: onSignOut },
  ]
  return <CommandPalette open={open} commands={[...pages, ...actions, ...symbols]} onClose={onClose} />
}

/** Returns a command for each symbol. It opens the trading screen with that symbol on the chart and in the ticket. */
function useSymbolCommands(open: boolean, go: (to: string) => void): Command[] {
  // While the palette is closed, it neither loads the symbols nor follows their prices.
  const options = open ? {} : { enabled: false, notifyOnChangeProps: [] }
  const { data: symbols = [] } = useCall('symbols', {}, options)
  const [, choose] = usePreference('symbol')
  const kind = t`Symbol`
  return namedInPageLanguage(symbols).map(({ symbol, name }): Command => ({
    id: `symbol-${symbol}`,
    label: symbol,
    detail: name,
    kind,
    icon: 'trade',
    run: () => {
      choose(symbol)
      go(path('dashboard'))
    },
  }))
}
