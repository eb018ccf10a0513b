import { t } from '@lingui/core/macro'
import { type ComponentProps, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { Icon } from './icons.tsx'

const copiedStaysMs = 2_000

type Props = Pick<ComponentProps<typeof Button>, 'size' | 'variant'> & {
  text: string
  /** Accessible name. */
  label: string
  /** Shows only an icon. */
  iconOnly?: boolean
  /** Called if the browser denies access to the clipboard, which it allows only in secure contexts. */
  onRefused?: () => void
}

/** A button that copies text and confirms it for two seconds. */
export function CopyButton({ text, label, iconOnly = false, size = 'xs', variant = 'default', onRefused }: Props) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copiedStaysMs)
    return () => clearTimeout(timer)
  }, [copied])
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      onRefused?.()
    }
  }
  const icon = <Icon name={copied ? 'check' : 'copy'} size={iconOnly ? 18 : 14} />
  return (
    <>
      {iconOnly ? (
        <IconButton label={label} onClick={copy}>
          {icon}
        </IconButton>
      ) : (
        <Button variant={variant} size={size} leftSection={icon} aria-label={label} onClick={copy}>
          {copied ? t`Copied` : t`Copy`}
        </Button>
      )}
      <span className="visually-hidden" role="status">
        {copied ? t`Copied` : ''}
      </span>
    </>
  )
}
