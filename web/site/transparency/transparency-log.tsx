import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRootData } from '../../document/root-data.ts'
import type { CallOutput } from '../../data/call.ts'
import { Figure } from '../figure.tsx'
import { Away, Board, Command, Explained, Nothing, Origin } from './parts.tsx'

/** Shows the transparency log's key and newest checkpoint. Source: docs/spec/proof.md. */
export function TransparencyLog({ log }: { log: CallOutput<'log'> | undefined }) {
  const address = useRootData()?.publicUrl ?? ''
  return (
    <Explained
      id="log"
      title={t`Transparency log`}
      lead={
        <Trans>
          Every batch of the ledger, every minute of prices, every entry in the operators’ audit log and every statement
          of solvency becomes an entry in an append-only log within a second. A separate process signs the log and
          refuses to sign a second history. Each trade’s receipt proves that the log contains the trade.
        </Trans>
      }
    >
      {log === undefined && <Away what={t`The log is unavailable right now.`} />}
      {log === null && (
        <Nothing>
          <Trans>The log is being created. Reload the page in a moment.</Trans>
        </Nothing>
      )}
      {log && (
        <>
          <Board
            entries={[
              { name: t`Entries`, value: <Figure call="log" of={log} at="size" /> },
              { name: t`Newest checkpoint`, value: <Figure call="log" of={log} at="at" as="moment" /> },
              { name: t`Root`, value: <Figure call="log" of={log} at="root" as="shortHash" /> },
            ]}
          />
          <p>
            <Trans>Save the log’s public key, and compare it with the one that somebody else sees:</Trans>
          </p>
          <Command>{log.key}</Command>
          <p>
            <Trans>
              With the key, check the whole log, or that it contains a trade. A trade that isn’t in the log fails.
            </Trans>
          </p>
          <Command>{`npm run verify:log -- ${address} "${log.key}" checkpoint.txt`}</Command>
          <Command>{`npm run verify:receipt -- tallystick-receipt-ID.json --log "${log.key}"`}</Command>
        </>
      )}
      <Origin
        call="log"
        words={
          <Trans>
            The key can’t prove that everybody sees the same log: no independent witness signs it yet. Keep the
            checkpoint that the first command stores; the next run checks that the log still contains all of it.
          </Trans>
        }
      />
    </Explained>
  )
}
