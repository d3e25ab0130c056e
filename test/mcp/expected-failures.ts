/** Scenarios that are not for us, and why. Everything else passes. */
const extensions = {
  'auth/client-credentials-jwt':
    'an extension for machines without a person; tokens of our own go into headers',
  'auth/client-credentials-basic':
    'an extension for machines without a person; tokens of our own go into headers',
};

export const expectedFailures: Readonly<
  Record<'released' | 'next', { readonly [scenario: string]: string | undefined }>
> = {
  released: {
    ...extensions,
    'auth/cross-app-access-complete-flow':
      'an extension for companies with an identity provider of their own',
    'auth/2025-03-26-oauth-metadata-backcompat':
      'its metadata names another issuer than the one asked, which RFC 8414 forbids; the next line of the suite has mended it',
  },
  next: {
    ...extensions,
    'auth/enterprise-managed-authorization':
      'an extension for companies with an identity provider of their own',
    'auth/dpop': 'an extension: tokens bound to a key',
    'auth/dpop-nonce': 'an extension: tokens bound to a key',
    'auth/wif-jwt-bearer': 'an extension for workloads of a cloud',
  },
};
