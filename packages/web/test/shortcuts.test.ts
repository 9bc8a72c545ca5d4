import { expect, test } from 'vitest'
import { presses } from '../src/lib/shortcuts.ts'

test.each([
  ['?', { key: '?', shiftKey: true }, true],
  ['?', { key: '?', ctrlKey: true }, false],
  ['Ctrl+K', { key: 'k', ctrlKey: true }, true],
  ['Ctrl+K', { key: 'K', metaKey: true }, true],
  ['Ctrl+K', { key: 'k' }, false],
  ['J', { key: 'j' }, true],
  ['J', { key: 'J', shiftKey: true }, false],
  ['J', { key: 'j', isComposing: true }, false],
  ['F8', { key: 'F8' }, true],
  ['F8', { key: 'F8', shiftKey: true }, false],
  ['Shift+F8', { key: 'F8', shiftKey: true }, true],
  ['F8', { key: 'F8', altKey: true }, false],
])('%s is pressed by %o: %s', (keys, event, isPressed) => {
  expect(presses(new KeyboardEvent('keydown', event), keys)).toBe(isPressed)
})
