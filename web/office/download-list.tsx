import type { ExportedList } from '../../api/calls/own-data.ts'
import { callForBytes } from '../data/call.ts'
import { DownloadButtons } from './download-buttons.tsx'

/** Shows two buttons that download all rows of one of the customer's lists, as CSV and as JSON. */
export const DownloadList = ({ list }: { list: ExportedList }) => (
  <DownloadButtons name={list} read={(as) => callForBytes('export.list', { list, as })} />
)
