import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { notify } from '../../../ui/notice.tsx'
import { RuleCode } from '../../../ui/rule-code.tsx'
import { Failed } from '../../../ui/states.tsx'
import { type DictImport as Plan, systemMutations } from '../queries.ts'

function Result({ effect, errors }: Plan['rows'][number]) {
  if (errors.length === 0) return <span className={effect ? '' : 'text-ink-faint'}>{effect || '不变'}</span>
  return (
    <ul className="grid gap-0.5 text-danger">
      {errors.map(({ code, message }) => (
        <li key={message}>
          {message.replace(/^第\d+行/, '')}
          <RuleCode code={code} />
        </li>
      ))}
    </ul>
  )
}

/** Rows with errors, then those that change something, then the others. */
const rank = ({ effect, errors }: Plan['rows'][number]) => (errors.length > 0 ? 0 : effect ? 1 : 2)

function PlanRows({ rows }: { rows: Plan['rows'] }) {
  return (
    <section className="max-h-[42dvh] overflow-auto rounded-md border border-line" aria-label="导入方案">
      <table className="w-full text-left text-s">
        <thead className="sticky top-0 bg-sunken text-ink-soft">
          <tr>
            <th className="w-14 px-3 py-2 font-medium">行</th>
            <th className="px-3 py-2 font-medium">取值</th>
            <th className="px-3 py-2 font-medium max-sm:hidden">名称</th>
            <th className="px-3 py-2 font-medium">办理内容</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line align-top">
          {rows
            .toSorted((one, other) => rank(one) - rank(other) || one.rowNo - other.rowNo)
            .map((row) => (
              <tr key={row.rowNo}>
                <td className="px-3 py-1.5 tabular-nums">{row.rowNo}</td>
                <td className="break-all px-3 py-1.5 font-mono">{row.value || '—'}</td>
                <td className="px-3 py-1.5 max-sm:hidden">{row.label || '—'}</td>
                <td className="px-3 py-1.5">
                  <Result {...row} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  )
}

interface DictImportProps {
  dictName: string
  onClose: () => void
}

/** Imports entries from a workbook: shows what each row does before anything is stored. */
export function DictImport({ dictName, onClose }: DictImportProps) {
  const [file, setFile] = useState<File>()
  const checking = useMutation(systemMutations.importDict)
  const storing = useMutation({
    ...systemMutations.importDict,
    onSuccess({ rows }) {
      notify(`已导入 ${rows.filter(({ effect }) => effect).length} 项`, 'success')
      onClose()
    },
  })
  const check = (next: File) => {
    setFile(next)
    storing.reset()
    checking.mutate({ dictName, file: next })
  }
  const { data: plan } = checking
  const changes = plan?.rows.filter(({ effect }) => effect).length ?? 0
  const wrong = plan?.rows.filter(({ errors }) => errors.length > 0).length ?? 0
  const error = storing.error ?? checking.error
  return (
    <Dialog
      open
      isFirm
      size="wide"
      title="导入字典项"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            look="primary"
            disabled={!plan || changes === 0 || wrong > 0}
            busy={storing.isPending}
            onClick={() => plan && file && storing.mutate({ dictName, file, digest: plan.digest })}
          >
            导入 {changes} 项
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-soft text-s">
          在导出的工作簿上修改后上传：按取值新增或修改，工作簿中没有的项不变。先列出方案，核对后再导入。
        </p>
        <FileDrop
          label="选择工作簿"
          words="选择或拖入工作簿"
          hint="导出所得的 .xlsx，每次至多 2000 项"
          busy={checking.isPending}
          onFile={check}
        />
        {error && <Failed error={error} onRetry={() => file && check(file)} />}
        {plan && (
          <>
            <p role="status" className="text-s">
              {file?.name}：共 {plan.rows.length} 行，将改动 <b className="text-success">{changes}</b>{' '}
              项，有错误 <b className={wrong > 0 ? 'text-danger' : ''}>{wrong}</b> 行
            </p>
            <PlanRows rows={plan.rows} />
          </>
        )}
      </div>
    </Dialog>
  )
}
