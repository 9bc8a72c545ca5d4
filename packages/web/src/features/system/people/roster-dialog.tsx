import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { Failed } from '../../../ui/states.tsx'
import { systemMutations, type UserImport } from '../queries.ts'
import { saveImportErrors, saveTemplate } from './downloads.ts'
import { PasswordList } from './password-list.tsx'
import { RosterRows } from './roster-rows.tsx'

interface CreatingProps {
  result: UserImport
  file: File
  busy: boolean
  onCreate: (mode: 'partial' | 'atomic') => void
}

/** Result of the check, and the choice between valid rows and all rows. */
function Checked({ result, file, busy, onCreate }: CreatingProps) {
  const saving = useMutation<void>({ mutationFn: (_nothing, { client }) => saveImportErrors(client, file) })
  const { totalRows, okRows, sameRows = 0, errorRows } = result
  return (
    <div className="grid gap-3">
      <p role="status" className="text-s">
        {file.name}：共 {totalRows} 人，可创建 <b className="text-success">{okRows}</b> 人，有错误{' '}
        <b className={errorRows > 0 ? 'text-danger' : ''}>{errorRows}</b> 人
        {sameRows > 0 && `，与已有账号一致 ${sameRows} 人`}
      </p>
      <RosterRows rows={result.rows} />
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          busy={busy}
          disabled={okRows === 0}
          onClick={() => onCreate(errorRows > 0 ? 'partial' : 'atomic')}
        >
          {errorRows > 0 ? `仅创建无误的 ${okRows} 人` : `创建 ${okRows} 人`}
        </Button>
        {errorRows > 0 && (
          <Button icon="download" busy={saving.isPending} onClick={() => saving.mutate()}>
            下载错误明细
          </Button>
        )}
      </div>
      {errorRows > 0 && (
        <p className="text-ink-faint text-xs">错误明细为原表加“问题说明”列，更正后可直接再次上传。</p>
      )}
    </div>
  )
}

/** Creates accounts from a workbook: check, then creation, then the one-time passwords. */
export function RosterDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const checking = useMutation(systemMutations.importUsers)
  const creating = useMutation(systemMutations.importUsers)
  const template = useMutation<void>({ mutationFn: (_nothing, { client }) => saveTemplate(client) })
  const check = (next: File) => {
    setFile(next)
    creating.reset()
    checking.mutate({ file: next })
  }
  const { data: done } = creating
  const error = creating.error ?? checking.error
  return (
    <Dialog
      open
      isFirm
      size="wide"
      onClose={onClose}
      title={done?.created ? `已创建 ${done.created.length} 个账号` : '批量创建账号'}
      footer={<Button onClick={onClose}>{done?.created ? '完成' : '关闭'}</Button>}
    >
      {done?.created ? (
        <PasswordList people={done.created} validUntil={done.validUntil} />
      ) : (
        <div className="grid gap-4">
          <div className="flex flex-wrap items-center gap-3 text-s">
            <Button icon="download" busy={template.isPending} onClick={() => template.mutate()}>
              下载模板
            </Button>
            <span className="text-ink-soft">先校验，核对无误后再创建；校验不创建账号。</span>
          </div>
          <FileDrop
            label="选择名单"
            words="选择或拖入名单"
            hint="按模板填写的 .xlsx，每次至多 500 人"
            busy={checking.isPending}
            onFile={check}
          />
          {error && <Failed error={error} onRetry={() => file && check(file)} />}
          {checking.data && file && (
            <Checked
              result={checking.data}
              file={file}
              busy={creating.isPending}
              onCreate={(mode) => creating.mutate({ file, mode, digest: checking.data.digest })}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}
