import { type QueryClient, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sdkOf } from '../../../app/sdk.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { Failed } from '../../../ui/states.tsx'
import { systemMutations } from '../queries.ts'
import { countOf, OwnerImportRows } from './owner-import-rows.tsx'

/** Saves the blank workbook, or all owners in the same columns. */
export async function saveOwners(client: QueryClient, { template = false } = {}): Promise<void> {
  const { blob, fileName } = await sdkOf(client).owners.downloadWorkbook(template ? { template } : {})
  saveFile(blob, fileName ?? '业主与集团.xlsx')
}

/** Creates and edits owners from a workbook: a check that shows each change, then the import. */
export function OwnerImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const checking = useMutation(systemMutations.checkOwners)
  const importing = useMutation(systemMutations.importOwners)
  const template = useMutation<void>({
    mutationFn: (_nothing, { client }) => saveOwners(client, { template: true }),
  })
  const check = (next: File) => {
    setFile(next)
    importing.reset()
    checking.mutate({ file: next })
  }
  const done = importing.data
  const found = done ?? checking.data
  const error = importing.error ?? checking.error
  const writable = found ? countOf(found, 'new') + countOf(found, 'changed') : 0
  return (
    <Dialog
      open
      isFirm
      size="wide"
      onClose={onClose}
      title={done ? `已导入 ${writable} 个业主` : '导入业主与集团'}
      footer={
        <>
          <Button onClick={onClose}>{done ? '完成' : '关闭'}</Button>
          {found && !done && file && (
            <Button
              look="primary"
              busy={importing.isPending}
              disabled={writable === 0}
              onClick={() => importing.mutate({ file, digest: found.digest })}
            >
              {countOf(found, 'refused') > 0 ? `仅导入无误的 ${writable} 个` : `导入 ${writable} 个`}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {!done && (
          <>
            <div className="flex flex-wrap items-center gap-3 text-s">
              <Button icon="download" busy={template.isPending} onClick={() => template.mutate()}>
                下载模板
              </Button>
              <span className="text-ink-soft">也可导出全部业主，修改后上传。先核对，确认后才写入。</span>
            </div>
            <FileDrop
              label="选择名单"
              words="选择或拖入名单"
              hint="按模板填写的 .xlsx，每次至多 1000 个"
              busy={checking.isPending}
              onFile={check}
            />
          </>
        )}
        {error && <Failed error={error} onRetry={() => file && check(file)} />}
        {found && file && <OwnerImportRows fileName={file.name} found={found} />}
      </div>
    </Dialog>
  )
}
