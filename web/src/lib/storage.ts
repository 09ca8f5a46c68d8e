/** Where the browser lets the page store nothing, preferences last as long as the page. Imported before all else. */
function isRefused(): boolean {
  try {
    return !window.localStorage
  } catch {
    return true
  }
}

const methods = {
  getItem(this: Record<string, string>, name: string): string | null {
    return this[name] ?? null
  },
  setItem(this: Record<string, string>, name: string, text: string): void {
    this[name] = text
  },
  removeItem(this: Record<string, string>, name: string): void {
    delete this[name]
  },
}

if (isRefused()) Object.defineProperty(window, 'localStorage', { value: Object.create(methods) as unknown })
export {}
