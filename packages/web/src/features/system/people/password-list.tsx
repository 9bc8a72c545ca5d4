import { useMutation } from '@tanstack/react-query'
import { Button } from '../../../ui/button.tsx'
import type { OneTimePassword } from '../queries.ts'
import { savePasswords } from './downloads.ts'

interface PasswordListProps {
  people: readonly OneTimePassword[]
  validUntil: string | undefined
}

/** One-time passwords, shown once, to print or to save. */
export function PasswordList({ people, validUntil }: PasswordListProps) {
  const saving = useMutation({
    mutationFn: (form: 'pdf' | 'xlsx', { client }) => savePasswords(client, people, form),
  })
  return (
    <div className="grid gap-3">
      <div role="status" className="rounded-md border border-warning-line bg-warning-soft px-4 py-3 text-s">
        <p className="text-warning">密码仅显示这一次，关闭后无法再次查看。请打印或保存后分别交给本人。</p>
        <p className="mt-1 text-ink-soft">
          {validUntil ? `有效期至 ${validUntil.slice(0, 16)}，逾期未登录即失效；` : ''}首次登录须修改密码。
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          icon="download"
          busy={saving.isPending && saving.variables === 'pdf'}
          onClick={() => saving.mutate('pdf')}
        >
          打印密码条（PDF）
        </Button>
        <Button
          icon="download"
          busy={saving.isPending && saving.variables === 'xlsx'}
          onClick={() => saving.mutate('xlsx')}
        >
          导出表格
        </Button>
      </div>
      <section className="max-h-[40dvh] overflow-auto rounded-md border border-line" aria-label="初始密码">
        <table className="w-full text-left text-s">
          <thead className="sticky top-0 bg-sunken text-ink-soft">
            <tr>
              <th className="px-3 py-2 font-medium">单位</th>
              <th className="px-3 py-2 font-medium">姓名</th>
              <th className="px-3 py-2 font-medium">登录账号</th>
              <th className="px-3 py-2 font-medium">初始密码</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {people.map(({ id, orgName, realName, username, password }) => (
              <tr key={id}>
                <td className="px-3 py-1.5">{orgName ?? '—'}</td>
                <td className="px-3 py-1.5">{realName ?? '—'}</td>
                <td className="px-3 py-1.5 font-mono">{username}</td>
                <td className="select-all px-3 py-1.5 font-mono">{password}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
