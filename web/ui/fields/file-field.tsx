import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import classes from './file-field.module.css'
import { Icon } from '../icons.tsx'
import { groupDigits } from '../text/number-text.ts'

type Props = {
  label: string
  hint?: string
  /** MIME types, such as `image/jpeg`. */
  types: readonly string[]
  maxBytes: number
  file: File | null
  onFile: (file: File | null) => void
  error?: string | undefined
}

/** A field for one picture, chosen or dropped, with a preview. Explains at once why a file cannot be sent. */
export function FileField({ label, hint, types, maxBytes, file, onFile, error }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState('')
  const problem = refused || error

  function take(chosen: File | undefined) {
    if (!chosen) return
    const reason = whyNot(chosen, types, maxBytes)
    setRefused(reason)
    onFile(reason ? null : chosen)
  }

  function clear() {
    setRefused('')
    onFile(null)
    if (input.current) input.current.value = ''
    input.current?.focus()
  }

  return (
    <div className={classes.field}>
      <span className={classes.label} id={`${id}-label`}>
        {label}
      </span>
      <DropPlace isBad={Boolean(problem)} onDrop={take}>
        <input
          ref={input}
          type="file"
          accept={types.join(',')}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-words`}
          aria-invalid={problem ? true : undefined}
          onChange={(event) => take(event.currentTarget.files?.[0])}
        />
        <Chosen file={file} hint={hint} id={`${id}-words`} />
      </DropPlace>
      {file && (
        <button type="button" className={classes.clear} onClick={clear}>
          <Trans>
            Choose another<span className="visually-hidden">: {label}</span>
          </Trans>
        </button>
      )}
      {problem && (
        <p className={classes.error} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

function DropPlace({
  isBad,
  onDrop,
  children,
}: {
  isBad: boolean
  onDrop: (file: File | undefined) => void
  children: ReactNode
}) {
  const [over, setOver] = useState(false)
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    onDrop(event.dataTransfer.files[0])
  }
  function hover(event: DragEvent) {
    event.preventDefault()
    setOver(true)
  }
  return (
    <label
      className={classes.place}
      data-over={over || undefined}
      data-bad={isBad || undefined}
      onDragOver={hover}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </label>
  )
}

/** Shows the chosen file, or which files are accepted. */
function Chosen({ file, hint, id }: { file: File | null; hint: string | undefined; id: string }) {
  const preview = usePreview(file)
  return (
    <>
      {preview ? (
        <img className={classes.preview} src={preview} alt="" />
      ) : (
        <Icon name="deposit" size={22} className={classes.mark} />
      )}
      <span className={classes.words} id={id}>
        <strong>{file ? file.name : t`Choose a picture, or drop it here`}</strong>
        {file ? <span>{sizeText(file.size)}</span> : hint && <span>{hint}</span>}
      </span>
    </>
  )
}

/** Returns why a picture cannot be sent; empty if it can. */
export function whyNot(file: Pick<File, 'type' | 'size'>, types: readonly string[], maxBytes: number): string {
  if (/hei[cf]/.test(file.type)) return t`We can’t read HEIC pictures. Save the picture as JPEG and choose that file.`
  if (!types.includes(file.type)) return t`Choose a picture: JPEG, PNG or WebP.`
  if (file.size === 0) return t`This file is empty. Choose another one.`
  if (file.size <= maxBytes) return ''
  const size = sizeText(file.size)
  const most = sizeText(maxBytes)
  return t`This picture is ${size}. The limit is ${most}. Choose a smaller one.`
}

function sizeText(bytes: number): string {
  const megabytes = bytes / (1024 * 1024)
  const amount =
    megabytes < 0.1
      ? String(Math.max(1, Math.round(bytes / 1024)))
      : groupDigits(megabytes.toFixed(1).replace(/\.0$/, ''))
  return megabytes < 0.1 ? t`${amount} KB` : t`${amount} MB`
}

/** Returns the picture as a `data:` URL, the only local source that the page's policy allows. */
function usePreview(file: File | null): string {
  const [shown, setShown] = useState<{ file: File; address: string } | null>(null)
  useEffect(() => {
    if (!file) return
    const reader = new FileReader()
    reader.onload = () => setShown({ file, address: String(reader.result) })
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file])
  return shown && shown.file === file ? shown.address : ''
}
