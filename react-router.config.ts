import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Config } from '@react-router/dev/config'

/** Writes a `.br` and a `.gz` copy of every text file in `folder`, so the server needn't compress responses. */
async function compressFiles(folder: string) {
  const names = await readdir(folder, { recursive: true })
  const texts = names.filter((name) => /\.(js|css|svg|json|webmanifest|txt)$/.test(name) && !name.startsWith('.vite'))
  await Promise.all(
    texts.map(async (name) => {
      const file = path.join(folder, name)
      const content = await readFile(file)
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content))
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // The list of our forty or so routes is smaller than the requests of lazy discovery.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => compressFiles(path.join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config
