import { useEffect, useState } from 'react'
import { captionOf } from '../../records/file-groups.ts'
import type { RemarkDraft } from '../../records/portal-kind.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Key } from '../../ui/review/key.tsx'
import { SMALL } from '../../ui/review/small.ts'
import { useDeskParts } from './desk-context.ts'
import type { OpenRecord } from './use-record.ts'

const UNDO_MS = 10_000

interface DraftItemProps {
  remark: RemarkDraft
  no: number
  caption: string
  onEdit: () => void
  onRemove: () => void
}

/** One remark with its number, as its field shows it. */
const DraftItem = ({ remark, no, caption, onEdit, onRemove }: DraftItemProps) => (
  <li className="rounded-md border border-line px-2.5 py-1.5 text-s">
    <div className="flex items-center gap-1.5">
      <span className="grid size-[18px] shrink-0 place-items-center rounded-full bg-warning text-[11px] text-surface">
        {no}
      </span>
      <span className="mr-auto min-w-0 truncate">
        {caption}
        {remark.remarkId !== undefined && <span className="ml-1.5 text-ink-faint text-xs">再问</span>}
      </span>
      <IconButton icon="edit" label={`修改“${caption}”的意见`} className="size-6" onClick={onEdit} />
      <IconButton icon="trash" label={`删除“${caption}”的意见`} className="size-6" onClick={onRemove} />
    </div>
    <p className="whitespace-pre-line break-words">{remark.text}</p>
    {remark.ruleCode && <p className="text-ink-faint text-xs">由规则 {remark.ruleCode} 带出，可改写或删除</p>}
  </li>
)

const UnfinishedItem = ({ caption }: { caption: string }) => (
  <li className="rounded-md border border-line border-dashed px-2.5 py-1.5 text-ink-soft text-s">
    {caption}　正在填写…
  </li>
)

/** Caption of a draft: the field's in the thread that it asks again, else in the record. */
const captionIn = ({ record, sections }: OpenRecord, { field, remarkId }: RemarkDraft): string =>
  record?.remarks.find(({ id }) => id === remarkId)?.fieldLabel ?? captionOf(sections, field)

/** Remarks of the return: edit, delete, and restore deleted ones. */
export function DraftList() {
  const { open, entry, change, ask, say } = useDeskParts()
  const { remarks, typing } = entry.draft
  const [removed, setRemoved] = useState<{ remark: RemarkDraft; index: number }>()
  useEffect(() => {
    if (!removed) return
    const timer = setTimeout(() => setRemoved(undefined), UNDO_MS)
    return () => clearTimeout(timer)
  }, [removed])
  const captionFor = (remark: RemarkDraft) => captionIn(open, remark)
  const edit = (remark: RemarkDraft, index: number) =>
    ask({ ...remark, index, caption: captionFor(remark), text: remark.text })
  const remove = (remark: RemarkDraft, index: number) => {
    change({ remarks: remarks.toSpliced(index, 1) })
    setRemoved({ remark, index })
    say(`已删除“${captionFor(remark)}”的意见`)
  }
  const putBack = () => {
    if (!removed) return
    change({ remarks: remarks.toSpliced(Math.min(removed.index, remarks.length), 0, removed.remark) })
    setRemoved(undefined)
  }
  const unfinished = Object.keys(typing).filter((key) => !key.startsWith('remark-'))
  return (
    <section data-drafts className="border-line border-t px-4 py-3" aria-label="随退回发送的意见">
      <h3 className="flex items-center gap-2 font-medium text-body">
        随退回发送的意见
        <span
          className={`rounded px-1.5 text-s ${remarks.length > 0 ? 'bg-warning-soft text-warning' : 'text-ink-soft'}`}
        >
          {remarks.length}
        </span>
        {remarks.length > 0 && <span className="ml-auto font-normal text-ink-faint text-xs">仅本人可见</span>}
      </h3>
      {remarks.length === 0 && unfinished.length === 0 && !removed && (
        <p className="mt-1 text-ink-soft text-xs leading-5">
          把光标移到字段上点“提意见”，或选中字段按 <Key>C</Key>
          。不写字段意见时，下面的办理意见按“整件”处理。
        </p>
      )}
      <ol className="mt-2 grid gap-2 empty:hidden">
        {remarks.map((remark, index) => (
          <DraftItem
            key={`${remark.field} ${remark.remarkId} ${remark.text}`}
            remark={remark}
            no={index + 1}
            caption={captionFor(remark)}
            onEdit={() => edit(remark, index)}
            onRemove={() => remove(remark, index)}
          />
        ))}
        {unfinished.map((field) => (
          <UnfinishedItem
            key={field}
            caption={captionOf(open.sections, field === 'whole' ? undefined : field)}
          />
        ))}
      </ol>
      {removed && (
        <p className="mt-2 flex items-center gap-2 text-s">
          已删除“{captionFor(removed.remark)}”的意见
          <Button look="quiet" className={SMALL} onClick={putBack}>
            撤销
          </Button>
        </p>
      )}
      {!open.gone && (
        <Button
          look="quiet"
          icon="plus"
          className={`mt-1 -ml-2.5 ${SMALL}`}
          onClick={() => ask({ caption: '整件', text: '' })}
        >
          对整件提意见
        </Button>
      )}
    </section>
  )
}
