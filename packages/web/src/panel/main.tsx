/** The panel's beginning: the look, the data, the pages. */
import '@mantine/core/styles.layer.css'
import '../kit/kit.css'
import '../kit/frame.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { nonce } from '../kit/nonce.ts'
import { theme } from '../kit/theme.ts'
import { ApiFailure } from './api.ts'
import { currentFilters } from './pages/now/filters.ts'
import { queryOf } from './pages/now/sift.ts'
import { router } from './routes.tsx'
import { showOnly } from './rows.ts'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      refetchOnWindowFocus: true,
      // A refusal is an answer; only a server that is away is asked again.
      retry: (count, thrown) => thrown instanceof ApiFailure && thrown.status === 0 && count < 3,
    },
  },
})

showOnly(queryOf(currentFilters()))

createRoot(document.getElementById('app') as HTMLElement).render(
  <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
)
