import { t } from '@lingui/core/macro'
import { useNavigate } from 'react-router'
import { usePreferenceCommands } from '../../document/preference-commands.ts'
import { type Command, CommandPalette } from '../../ui/commands/command-palette.tsx'
import { signOutOfDesk, useMe } from './me.ts'
import { menuOf } from './menu.ts'

/** The command palette of the desk: the pages that the operator may open, preferences and signing out. */
export default function DeskPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const preferences = usePreferenceCommands()
  const { data: me } = useMe()
  const page = t`Page`
  const pages = menuOf(me?.permissions ?? []).flatMap(({ label: detail, entries }) =>
    entries.map(({ label, to, icon }): Command => ({
      id: to,
      label,
      detail: label === detail ? undefined : detail,
      kind: page,
      icon,
      run: () => {
        void navigate(to)
        document.getElementById('content')?.focus({ preventScroll: true })
      },
    })),
  )
  const signOut: Command = {
    id: 'desk-sign-out',
    label: t`Sign out of the desk`,
    kind: t`Action`,
    icon: 'signOut',
    run: () => void signOutOfDesk(),
  }
  return <CommandPalette commands={[...pages, ...preferences, signOut]} onClose={onClose} />
}
