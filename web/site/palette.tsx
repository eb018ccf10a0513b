import { t } from '@lingui/core/macro'
import { useNavigate } from 'react-router'
import { readSecret } from '../data/session.ts'
import { path } from '../paths.ts'
import { type Command, CommandPalette } from '../ui/commands/command-palette.tsx'
import { footerLinks, menuGroups, sideLinks } from './menu.ts'
import { usePreferenceCommands } from '../document/preference-commands.ts'

/** Lists every public page once, under its name in the menu. */
export function publicPages(): { label: string; to: string; detail?: string }[] {
  const grouped = menuGroups().flatMap(({ label, links }) => links.map((link) => ({ ...link, detail: label })))
  const all = [
    { label: t`Home`, to: path('home') },
    ...grouped,
    { label: t`About`, to: path('about') },
    ...sideLinks(),
    ...footerLinks(),
    { label: t`Password reset`, to: path('reset') },
  ]
  return all.filter(({ to }, place) => all.findIndex((one) => one.to === to) === place)
}

/** The command palette of the public pages. */
export default function SitePalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const preferences = usePreferenceCommands()
  const page = t`Page`
  const office = readSecret() === null ? [] : [{ label: t`Your office`, to: path('dashboard') }]
  const pages = [...office, ...publicPages()].map((one): Command => ({
    id: one.to,
    kind: page,
    icon: 'arrow',
    ...one,
    run: () => {
      void navigate(one.to)
      document.getElementById('content')?.focus({ preventScroll: true })
    },
  }))
  return <CommandPalette commands={[...pages, ...preferences]} onClose={onClose} />
}
