import { useQuery } from '@tanstack/react-query'
import { createLazyRoute } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useConnection } from '../../../app/connection.ts'
import { sessionQueries } from '../../../app/session-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Failed, Loading } from '../../../ui/states.tsx'
import { EnrolForm } from './enrol-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const leave = () => location.assign('/')

/** Set-up of the second factor, for accounts that must do this first. */
function EnrolPage() {
  const connection = useConnection()
  const { data: info, error, refetch } = useQuery(sessionQueries.info)
  const [codes, setCodes] = useState<readonly string[]>()
  const isNeedless = info !== undefined && !info.user.mustEnrol && !codes
  useEffect(() => {
    if (isNeedless) leave()
  }, [isNeedless])
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-[760px] content-center px-4 py-8">
      <title>启用两步验证</title>
      <div className="card px-5 py-5 sm:px-7 sm:py-6">
        <h1 className="mb-1 font-semibold text-lg">{codes ? '请保存恢复码' : '启用两步验证'}</h1>
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {!error && !info && <Loading rows={4} />}
        {info?.user.mustEnrol && !codes && (
          <>
            <p className="mb-4 text-ink-soft text-s">
              {info.user.username}
              ：按平台安全要求，管理和审核账号须启用两步验证，启用后方可办理其他事项。
            </p>
            <EnrolForm onDone={setCodes} onCancel={() => void connection.logout()} cancelLabel="退出登录" />
          </>
        )}
        {codes && (
          <>
            <RecoveryCodes codes={codes} username={info?.user.username ?? ''} />
            <p className="mt-5 text-right" data-print="none">
              <Button look="primary" onClick={leave}>
                我已保存，进入平台
              </Button>
            </p>
          </>
        )}
      </div>
    </main>
  )
}

export const enrolRoute = createLazyRoute('/secondfactor')({ component: EnrolPage })
