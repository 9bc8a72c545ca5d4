import { useQuery } from '@tanstack/react-query'
import { GrantedLink } from '../../../app/granted-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DictText } from '../../../ui/dict-text.tsx'
import { RecordItem } from '../../../ui/record/record-group.tsx'
import { ChangeList } from '../../../ui/review/change-list.tsx'
import { RuleCode } from '../../../ui/rule-code.tsx'
import { Failed, Loading } from '../../../ui/states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { type AuditDetail, type AuditEntry, auditQueries } from './audit-queries.ts'
import { pageOf, personOf, recordOf, resultOf } from './audit-words.ts'

function Facts({ entry }: { entry: AuditEntry }) {
  const { recordKind, reason, rule } = entry
  return (
    <dl className="record-grid text-s">
      <RecordItem label="时间">{entry.time}</RecordItem>
      <RecordItem label="操作人">{personOf(entry) ?? '未登录'}</RecordItem>
      <RecordItem label="单位">{entry.orgName ?? '—'}</RecordItem>
      <RecordItem label="角色">{entry.roleNames || '—'}</RecordItem>
      <RecordItem label="对象类别">
        {recordKind ? <DictText dict="audit_kind" value={recordKind} /> : '—'}
      </RecordItem>
      <RecordItem label="对象">{recordOf(entry) ?? '—'}</RecordItem>
      <RecordItem label="结果">
        <StatusTag label={resultOf(entry)} /> {rule && <RuleCode code={rule} />}
      </RecordItem>
      <RecordItem label={entry.result < 400 ? '说明' : '拒绝原因'}>{reason ?? '—'}</RecordItem>
      <RecordItem label="来源地址">{entry.address ?? '—'}</RecordItem>
      <RecordItem label="终端">{entry.device ?? '—'}</RecordItem>
    </dl>
  )
}

function Proof({ detail: { entry, hash } }: { detail: AuditDetail }) {
  return (
    <p className="break-all border-line border-t pt-3 text-ink-faint text-xs">
      {entry.seq === undefined ? '尚未封存，数秒内完成。' : `链上序号 ${entry.seq}，哈希 ${hash ?? ''}`}
      <br />
      接口 {entry.operationId ?? '—'}，状态码 {entry.result}，请求编号 {entry.requestId ?? '—'}
    </p>
  )
}

function Records({ records, onClose }: Pick<AuditDetail, 'records'> & { onClose: () => void }) {
  if (records.length === 0) return <p className="text-ink-soft text-s">此操作没有改变记录的内容。</p>
  return records.map(({ kind, id, name, changes }) => {
    const page = pageOf(kind, id)
    return (
      <section key={`${kind} ${id}`} className="rounded-lg border border-line">
        <h3 className="flex flex-wrap items-baseline justify-between gap-2 border-line border-b bg-page px-3 py-2 font-medium text-s">
          <span className="min-w-0 break-words">{name}</span>
          <span className="flex gap-3 font-normal text-xs">
            <GrantedLink
              className="text-brand-ink hover:underline"
              to="/system/audit/index"
              search={{ recordKind: kind, recordId: id }}
              onClick={onClose}
            >
              全部历史
            </GrantedLink>
            {page && (
              <a className="text-brand-ink hover:underline" href={page}>
                查看记录
              </a>
            )}
          </span>
        </h3>
        <ChangeList changes={changes} />
      </section>
    )
  })
}

/** One entry of the audit log, with the values before and after. */
export function AuditDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(auditQueries.entry(id))
  return (
    <Dialog
      open
      size="wide"
      title={data ? data.entry.action : '审计记录'}
      onClose={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="grid gap-4">
          <Facts entry={data.entry} />
          <h2 className="font-medium text-s">前后值</h2>
          <Records records={data.records} onClose={onClose} />
          <Proof detail={data} />
        </div>
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}
