import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { Icon } from './icons.tsx'

const copiedStaysMs = 2_000

type Props = {
  text: string
  /** Accessible name. */
  label: string
  /** Shows only an icon. */
  iconOnly?: boolean
}

/** A button that copies a text and says so for two seconds. */
export function CopyButton({ text, label, iconOnly = false }: Props) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copiedStaysMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true))
  const icon = <Icon name={copied ? 'check' : 'copy'} size={iconOnly ? 18 : 14} />
  return (
    <>
      {iconOnly ? (
        <IconButton label={label} onClick={copy}>
          {icon}
        </IconButton>
      ) : (
        <Button variant="default" size="xs" leftSection={icon} aria-label={label} onClick={copy}>
          {copied ? t`Copied` : t`Copy`}
        </Button>
      )}
      <span className="visually-hidden" role="status">
        {copied ? t`Copied` : ''}
      </span>
    </>
  )
}
