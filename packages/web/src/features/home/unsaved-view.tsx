import { useQuery } from '@tanstack/react-query'
import type { UnsavedEntry, UnsavedKind, UnsavedValue } from '@xinchu/sdk'
import { useRef } from 'react'
import { unsavedQueries } from '../../app/unsaved.ts'
import { isRecord } from '../../lib/stored.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { draftOf } from '../../ui/form/values.ts'
import { notify } from '../../ui/notice.tsx'
import { RecordItem, RecordText } from '../../ui/record/record-group.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { inFormOrder, specOf } from './unsaved-specs.ts'

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text // not written by a form
  }
}

/** A file by its name, a row by its cells. */
const wordsOf = (item: object): string => {
  const values = Object.entries(item)
  const [, name] = values.find(([key]) => key === 'fileName') ?? []
  return String(name ?? values.map(([, value]) => value).join('，'))
}

/** What was typed, as far as it can be said in words. */
function Typed({ kind, typed: { key, value } }: { kind: UnsavedKind; typed: UnsavedValue }) {
  const spec = specOf(kind, key)
  const content = parsed(value)
  if (content === null || content === '') return '（已清空）'
  if (Array.isArray(content) && content.some(isRecord))
    return content.filter(isRecord).map(wordsOf).join('\n')
  if (isRecord(content)) return wordsOf(content)
  const figure = draftOf([spec], { [key]: content })
  // What is no figure yet is shown as it was typed.
  return <RecordText spec={spec} record={Number.isNaN(figure[key]) ? { [key]: content } : figure} />
}

/** Copies the list, or selects it where the browser gives no access to its clipboard. */
async function copy(list: HTMLElement): Promise<void> {
  const lines = [...list.querySelectorAll('dt')].map(
    (caption) => `${caption.textContent}：${caption.nextElementSibling?.textContent ?? ''}`,
  )
  const clipboard: Clipboard | undefined = navigator.clipboard
  try {
    if (!clipboard) throw new Error('no clipboard')
    await clipboard.writeText(lines.join('\n'))
    notify('已复制', 'success')
  } catch {
    getSelection()?.selectAllChildren(list)
    notify('已选中，请按 Ctrl+C 复制', 'success')
  }
}

interface ViewProps {
  entry: UnsavedEntry
  /** Name of the entry in the list. */
  words: string
  onClose: () => void
}

/** 查看我填的内容: what can no longer be saved, to be read and copied. */
export function UnsavedView({ entry: { kind, target, reason }, words, onClose }: ViewProps) {
  const { data, error, refetch } = useQuery(unsavedQueries.values({ kind, target }))
  const list = useRef<HTMLDListElement>(null)
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={words}
      {...(reason === undefined ? {} : { description: reason })}
      footer={
        <>
          <Button disabled={!data} onClick={() => list.current && void copy(list.current)}>
            复制
          </Button>
          <Button look="primary" onClick={onClose}>
            关闭
          </Button>
        </>
      }
    >
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={4} />}
      {data && (
        <dl ref={list} className="grid gap-2 text-s">
          {inFormOrder(kind, data.values).map((typed) => (
            <RecordItem key={typed.key} label={specOf(kind, typed.key).caption}>
              <Typed kind={kind} typed={typed} />
            </RecordItem>
          ))}
        </dl>
      )}
    </Dialog>
  )
}
