import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRefetch } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { pictureMaxBytes, pictureTypes } from '../../../api/pictures.ts'
import { call, callForBytes } from '../../data/call.ts'
import { whyNot } from '../../ui/fields/file-field.tsx'
import { usePopup } from '../../ui/dialogs/popup.tsx'
import classes from './profile.module.css'
import { useSend } from '../../data/call-form.ts'

const popupTitle = () => t`PROFILE PHOTO`

/** Shows the customer's photo, or initials, with buttons to change and delete the photo. */
export function ProfilePhoto({ name, profilepic }: { name: string; profilepic: string }) {
  const input = useRef<HTMLInputElement>(null)
  const popup = usePopup()
  const { busy, send } = useSend({ title: popupTitle(), refetch: useRefetch('user') })
  const { data: address } = useQuery({
    queryKey: ['profile.photo', profilepic],
    queryFn: readPhoto,
    enabled: profilepic !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })

  async function upload(file: File) {
    const refused = whyNot(file, pictureTypes, pictureMaxBytes)
    if (refused) return popup({ title: popupTitle(), msg: refused, type: 'warning' })
    await send(() => call('uploadprofilepic', {}, { files: { ppic: file } }))
  }

  return (
    <div className={classes.person}>
      {profilepic && address ? (
        <img className={classes.photo} src={address} alt="" />
      ) : (
        <span className={classes.photo} aria-hidden="true">
          {initials(name)}
        </span>
      )}
      <div className={classes.who}>
        <p className={classes.name}>{name}</p>
        <input
          ref={input}
          type="file"
          accept={pictureTypes.join(',')}
          aria-label={t`Profile photo`}
          hidden
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            event.currentTarget.value = ''
            if (file) void upload(file)
          }}
        />
        <Button variant="default" size="xs" loading={busy} onClick={() => input.current?.click()}>
          {profilepic ? t`Change photo` : t`Add a photo`}
        </Button>
        {profilepic && (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            disabled={busy}
            onClick={() => void send(() => call('profile.photo.remove', {}))}
          >
            <Trans>Delete photo</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}

/** Reads the photo as a `data:` URL. Only the owner's session may see it, and an image URL can't carry the secret. */
async function readPhoto(): Promise<string> {
  const photo = await callForBytes('profile.photo', {})
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(photo)
  })
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  return ((words[0]?.[0] ?? '') + (words.length > 1 ? words.at(-1)![0]! : '')).toUpperCase()
}
