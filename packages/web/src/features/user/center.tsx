import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useSdk } from '../../app/people-sdk.ts'
import { sessionQueries } from '../../app/session-queries.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { RecordGroup, RecordItem } from '../../ui/record/record-group.tsx'
import { ProfileForm } from './profile-form.tsx'
import { FactorCard } from './security/factor-card.tsx'
import { LoginsCard } from './security/logins-card.tsx'
import { SessionsCard } from './security/sessions-card.tsx'

const NOTHING = '—'

function RegisterSheet() {
  const sdk = useSdk()
  const saving = useMutation({
    async mutationFn() {
      const { blob, fileName } = await sdk.users.downloadRegisterPdf()
      saveFile(blob, fileName ?? '注册信息表.pdf')
    },
  })
  return (
    <Button icon="download" busy={saving.isPending} onClick={() => saving.mutate()}>
      注册信息表
    </Button>
  )
}

const DAY_MS = 86_400_000

/** Time of the last password change, with its age in days. */
function passwordAge(time: string | undefined): string | undefined {
  if (!time) return undefined
  const days = Math.floor((Date.now() - Date.parse(`${time.replace(' ', 'T')}+08:00`)) / DAY_MS)
  return days > 0 ? `${time}（${days} 天前）` : time
}

/** The user's own account, office, profile, second factor, sessions and log-ins. */
export function UserCenter() {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['登录账号', user.username],
    ['单位', user.companyName ?? user.orgName],
    ['部门类别', user.dept?.name],
    ['行政区划', user.regionName],
    ['角色', user.roles.map(({ name }) => name).join('、')],
    ['密码修改时间', passwordAge(user.pwdResetTime)],
  ]
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-2">
        <h1 className="mr-auto font-semibold text-lg">个人中心</h1>
        <RegisterSheet />
        <a href="/editpassword" className={buttonClass('plain')}>
          修改密码
        </a>
      </header>
      <RecordGroup title="账号信息">
        {rows.map(([label, value]) => (
          <RecordItem key={label} label={label}>
            {value || NOTHING}
          </RecordItem>
        ))}
      </RecordGroup>
      <ProfileForm key={user.phone} profile={user} />
      <FactorCard />
      <SessionsCard />
      <LoginsCard />
    </div>
  )
}
