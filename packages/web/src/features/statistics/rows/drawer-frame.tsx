import * as Radix from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { copyText } from '../../../lib/copy-text.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { notify } from '../../../ui/notice.tsx'

async function copyLink(): Promise<void> {
  notify((await copyText(location.href)) ? '已复制链接' : '浏览器不允许复制，请从地址栏复制')
}

interface DrawerFrameProps {
  title: string
  actions?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** Title and actions of the drawer above its scrolling content. */
export function DrawerFrame({ title, actions, onClose, children }: DrawerFrameProps) {
  return (
    <>
      <header className="flex flex-wrap items-center gap-2 border-line border-b bg-surface px-5 py-3">
        <Radix.Title className="mr-auto min-w-0 font-semibold text-base max-sm:basis-[80%]">
          {title}
        </Radix.Title>
        {actions}
        <Button onClick={() => void copyLink()}>复制链接</Button>
        <IconButton
          icon="close"
          label="关闭"
          className="max-sm:absolute max-sm:top-2 max-sm:right-2"
          onClick={onClose}
        />
      </header>
      <div className="grid min-h-0 flex-1 auto-rows-max content-start gap-3 overflow-y-auto px-5 py-4 max-sm:px-3">
        {children}
      </div>
    </>
  )
}
