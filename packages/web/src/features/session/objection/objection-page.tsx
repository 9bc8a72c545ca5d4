import { useState } from 'react'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { PageLink } from '../navigation.tsx'
import { FilingFooter, SecrecyBanner } from '../page-parts.tsx'
import { usePlatform, usePlatformTitle } from '../platform-settings.ts'
import { type Found, LookUp } from './look-up.tsx'
import { Renew } from './renew.tsx'
import { FoundObjection } from './state.tsx'

/** 异议查询: the objector reads how far his objection is, without an account. */
export function ObjectionScreen() {
  const platform = usePlatformTitle()
  const [found, setFound] = useState<Found>()
  const isOff = usePlatform()?.sms === 'off'
  const [isRenewing, setRenewing] = useState(false)
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto] bg-canvas">
      <title>{`异议查询 - ${platform}`}</title>
      <SecrecyBanner />
      <main className="mx-auto w-full max-w-[860px] px-4 py-6 sm:px-6">
        <header className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <div>
            <p className="text-ink-faint text-s">{platform}</p>
            <h1 className="font-semibold text-xl">异议查询</h1>
          </div>
          <PageLink to="/publicity" className="text-brand-ink text-s hover:underline">
            试点示范项目公示
          </PageLink>
        </header>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {found ? (
            <>
              <FoundObjection found={found} onChange={setFound} />
              <p className="print:hidden">
                <PlainButton look="quiet" onClick={() => setFound(undefined)}>
                  查询另一件
                </PlainButton>
              </p>
            </>
          ) : (
            <>
              <LookUp onFound={setFound} />
              {isRenewing || isOff ? (
                <Renew />
              ) : (
                <p className="text-center text-s">
                  遗失查询码？
                  <PlainButton look="quiet" onClick={() => setRenewing(true)}>
                    凭手机号重取
                  </PlainButton>
                </p>
              )}
            </>
          )}
        </div>
      </main>
      <FilingFooter />
    </div>
  )
}
