import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Failed, Loading } from '../../../ui/states.tsx'
import { type AuditCheck, auditQueries, type Sdk, sdkOf } from './audit-queries.ts'

interface Checked extends Pick<AuditCheck, 'problems' | 'lastSeq' | 'hash'> {
  total: number
}

/** Checks the whole chain, part by part. */
async function verify({ auditLog }: Sdk, onProgress: (total: number) => void): Promise<Checked> {
  const problems: AuditCheck['problems'] = []
  for (let from: number | undefined, total = 0; ; ) {
    const check = await auditLog.verify(from === undefined ? {} : { from })
    total += check.checked
    problems.push(...check.problems)
    onProgress(total)
    if (check.next === undefined) return { ...check, problems, total }
    from = check.next
  }
}

function Outcome({ checked: { problems, total, lastSeq, hash } }: { checked: Checked }) {
  return (
    <div
      role="status"
      className={`rounded-lg p-3 text-s ${problems.length > 0 ? 'bg-danger-soft' : 'bg-success-soft'}`}
    >
      <p className="font-medium">
        {problems.length > 0
          ? `核对 ${total} 条，发现 ${problems.length} 处问题`
          : `核对 ${total} 条，链完整`}
      </p>
      {problems.length > 0 && (
        <ul className="mt-2 list-disc pl-5">
          {problems.map(({ kind, seq, entryId, message }) => (
            <li key={`${kind} ${seq ?? ''} ${entryId ?? ''}`}>
              {seq === undefined ? `记录 ${entryId ?? ''}` : `序号 ${seq}`}：{message}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 break-all text-ink-soft text-xs">
        末端：序号 {lastSeq}，哈希 {hash}
      </p>
    </div>
  )
}

function Heads() {
  const { data, error, refetch } = useQuery(auditQueries.heads)
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={3} />
  return (
    <table className="w-full text-left text-s">
      <caption className="pb-2 text-left text-ink-soft">每日末端（近 30 日），请抄存于平台之外</caption>
      <thead className="border-line border-b text-ink-soft">
        <tr>
          <th className="py-1.5 pr-3 font-normal">日期</th>
          <th className="py-1.5 pr-3 text-right font-normal">序号</th>
          <th className="py-1.5 font-normal">哈希</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {data.content.map(({ day, firstSeq, lastSeq, hash, removedAt }) => (
          <tr key={day}>
            <td className="whitespace-nowrap py-1.5 pr-3">{day}</td>
            <td className="whitespace-nowrap py-1.5 pr-3 text-right tabular-nums">
              {firstSeq}–{lastSeq}
            </td>
            <td className="break-all py-1.5 font-mono text-xs">
              {hash}
              {removedAt && <span className="block font-sans text-ink-faint">{removedAt} 到期清理</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The chain of hashes: its daily ends, its check, and the export that anyone can check. */
export function AuditChain({ onClose }: { onClose: () => void }) {
  const sdk = sdkOf(useQueryClient())
  const [total, setTotal] = useState(0)
  const check = useMutation({ mutationFn: () => verify(sdk, setTotal) })
  const save = useMutation({
    mutationFn: async () => {
      const { blob, fileName } = await sdk.auditLog.download({ format: 'csv' })
      saveFile(blob, fileName ?? '审计日志.csv')
    },
  })
  return (
    <Dialog
      open
      size="wide"
      title="审计链"
      description="每条记录的哈希都包含前一条的哈希，修改、删除、插入、调换或截断都会在核对时发现。"
      onClose={onClose}
      footer={
        <>
          <Button busy={save.isPending} onClick={() => save.mutate()}>
            导出全链 CSV
          </Button>
          <Button look="primary" busy={check.isPending} onClick={() => check.mutate()}>
            核对全链
          </Button>
          <Button onClick={onClose}>关闭</Button>
        </>
      }
    >
      <div className="grid gap-4">
        {check.isPending && (
          <p role="status" className="text-s">
            正在核对，已核对 {total} 条
          </p>
        )}
        {check.data && <Outcome checked={check.data} />}
        <Heads />
      </div>
    </Dialog>
  )
}
