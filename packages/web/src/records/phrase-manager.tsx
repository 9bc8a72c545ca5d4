import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Input } from '../ui/inputs.tsx'
import { reviewMutations } from './review.ts'

const MOST = 20
const LONGEST = 50

interface PhraseManagerProps {
  stored: readonly string[]
  onClose: () => void
}

/** Edits the phrases of the office: add, change, order and delete. */
export function PhraseManager({ stored, onClose }: PhraseManagerProps) {
  const [rows, setRows] = useState(() => stored.map((text, id) => ({ id, text })))
  const [nextId, setNextId] = useState(stored.length)
  const save = useMutation({ ...reviewMutations.savePhrases, onSuccess: onClose })
  const move = (from: number, to: number) => {
    const row = rows[from]
    if (row) setRows(rows.toSpliced(from, 1).toSpliced(to, 0, row))
  }
  const add = () => {
    setRows([...rows, { id: nextId, text: '' }])
    setNextId(nextId + 1)
  }
  return (
    <Dialog
      open
      isFirm
      onClose={onClose}
      title="本单位常用语"
      description={`本单位共用，至多 ${MOST} 条，每条至多 ${LONGEST} 字`}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            look="primary"
            busy={save.isPending}
            onClick={() => save.mutate(rows.map(({ text }) => text.trim()).filter(Boolean))}
          >
            保存常用语
          </Button>
        </>
      }
    >
      <ol className="grid gap-2">
        {rows.map(({ id, text }, index) => (
          <li key={id} className="flex items-center gap-1">
            <Input
              aria-label={`常用语第 ${index + 1} 条`}
              value={text}
              maxLength={LONGEST}
              onValue={(value) => setRows(rows.with(index, { id, text: value }))}
            />
            <IconButton
              icon="sortUp"
              label={`上移第 ${index + 1} 条`}
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
            />
            <IconButton
              icon="sortDown"
              label={`下移第 ${index + 1} 条`}
              disabled={index === rows.length - 1}
              onClick={() => move(index, index + 1)}
            />
            <IconButton
              icon="trash"
              label={`删除第 ${index + 1} 条`}
              onClick={() => setRows(rows.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
      <Button icon="plus" className="mt-3" disabled={rows.length >= MOST} onClick={add}>
        增加一条
      </Button>
    </Dialog>
  )
}
