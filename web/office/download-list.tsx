import { t } from '@lingui/core/macro'
import type { ExportedList } from '../../api/calls/identity/own-data.ts'
import { callForBytes } from '../data/call.ts'
import { Button } from '../ui/button.tsx'
import { ButtonRow } from '../ui/button-row.tsx'
import { Icon } from '../ui/icons.tsx'
import { useSend } from '../data/call-form.ts'
import { downloadBlob } from '../shell/download.ts'

/** Shows two buttons that download all rows of one of the customer's lists, as CSV and as JSON. */
export function DownloadList({ list }: { list: ExportedList }) {
  const csv = useSend({ title: t`DOWNLOAD` })
  const json = useSend({ title: t`DOWNLOAD` })
  const save = async (as: 'csv' | 'json') =>
    downloadBlob(`tallystick-${list}.${as}`, await callForBytes('export.list', { list, as }))
  return (
    <ButtonRow spaced>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="download" size={16} />}
        loading={csv.busy}
        onClick={() => void csv.send(() => save('csv'))}
      >
        {t`Download all as CSV`}
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="download" size={16} />}
        loading={json.busy}
        onClick={() => void json.send(() => save('json'))}
      >
        {t`Download all as JSON`}
      </Button>
    </ButtonRow>
  )
}
