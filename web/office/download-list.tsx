import { t } from '@lingui/core/macro'
import type { ExportedList } from '../../api/calls/identity/own-data.ts'
import { callForBytes } from '../data/call.ts'
import { useSend } from '../data/call-form.ts'
import { Button } from '../ui/button.tsx'
import { ButtonRow } from '../ui/button-row.tsx'
import { Icon } from '../ui/icons.tsx'
import { downloadBlob } from '../shell/download.ts'

type Format = 'csv' | 'json'
type Props = {
  /** Of the file, without `tallystick-` and the ending. */
  name: string
  labels?: Record<Format, string>
  read: (as: Format) => Promise<Blob>
}

/** Shows two buttons that download rows, as CSV and as JSON. By default, the labels say that these are all rows. */
export function DownloadButtons({ name, labels, read }: Props) {
  return (
    <ButtonRow spaced>
      <DownloadButton
        file={`tallystick-${name}.csv`}
        label={labels?.csv ?? t`Download all as CSV`}
        read={() => read('csv')}
      />
      <DownloadButton
        file={`tallystick-${name}.json`}
        label={labels?.json ?? t`Download all as JSON`}
        read={() => read('json')}
      />
    </ButtonRow>
  )
}

/** Shows two buttons that download all rows of one of the customer's lists, as CSV and as JSON. */
export const DownloadList = ({ list }: { list: ExportedList }) => (
  <DownloadButtons name={list} read={(as) => callForBytes('export.list', { list, as })} />
)

function DownloadButton({ file, label, read }: { file: string; label: string; read: () => Promise<Blob> }) {
  const { busy, send } = useSend({ title: t`DOWNLOAD` })
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Icon name="download" size={16} />}
      loading={busy}
      onClick={() => void send(async () => downloadBlob(file, await read()))}
    >
      {label}
    </Button>
  )
}
