import { copyText } from '../../../lib/copy-text.ts'
import { Button } from '../../../ui/button.tsx'
import { notify } from '../../../ui/notice.tsx'
import { pageAddress } from './address.ts'

/** Copies an address that programs read. */
export async function copyAddress(address: string): Promise<void> {
  if (await copyText(address)) notify('已复制，脚本以令牌访问', 'success')
  else notify('浏览器不允许复制')
}

/** Copies the address of the page's rows as CSV, under the conditions of the page. */
export function CopyAddress({ conditions = '' }: { conditions?: string }) {
  return (
    <Button look="quiet" onClick={() => void copyAddress(pageAddress('csv', conditions))}>
      复制 CSV 地址
    </Button>
  )
}
