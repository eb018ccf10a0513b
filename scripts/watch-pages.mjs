import { watch } from 'node:fs'
import path from 'node:path'
import { build, root } from './prepare.mjs'

// Rebuilds the pages shortly after the last change in web/ or api/.
let timer
let building = Promise.resolve()
for (const folder of ['web', 'api']) {
  watch(path.join(root, folder), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => void (building = building.then(build)), 300)
  })
}
