/** Accounts of mainnet from which rates are read, up to their last byte that is not zero. */
function recorded(bytes: number, beginning: string): Buffer {
  return Buffer.concat([Buffer.from(beginning, 'base64')], bytes)
}

/** The state of Marinade in epochs 566 and 778, as recorded in igneous-labs/S and igneous-labs/sanctum-router-sdk. */
export const marinade = {
  address: '8szGkuLTAux9XMgZ2vtY39jVSowEcpBfFfD8hXSEqdGC',
  owner: 'MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD',
  epoch566: recorded(
    2616,
    '2JJrXmhLtrELYroHT3IsnUEU8tj3CgDGYAIze5v5DIc2V6bSAdtMgCz0pOqMnBuYfUelv3scmcjjaofs/kslxbI+gD7+Ut+uBUgIyFQ6IYjxB+Q/T7zxEClk6CWihjZSQ/1YHiZkAAyUupJ+KKToqJZx7UJwZ9wkAWDSf0aWriv0Dv97EAFr4P/98B0fAAAAAABYAgAAkXxLkU5TmaKSfT1u3GUbZ6yxn8JqR8F+QHm/uCY9TmU4AAAA5QAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA//9QRgAAAAAAADYCAAAAAAAAAMqaOwAAAACfAAAAwDIL/Z2D7Ta752Tw4gzH+4TU3CHhPclFCUyyyPHhXrM9AAAAlQcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAdR9Kpe1JTzUGRftDGNRRAbroO6ggkMRgTSWqrx/VWyH5tgAH0LQgnzFhYAAAT3xv1GEmfOZWpZn+8+77eG7hSUZQYRGrRQHOtpsr0a//7/XSpe5WhcF+B87eW++YMA1BcOu+LZnwZMS7Be6Xs13n0AUIpxGRMAAIQDAAABAAAAiBMAAK5pY9N6TgAAAAAAAAAAAAD//////////7ggqdFFVQAAOsAUJKUlEwASUyYqAQAAAG0DAAAAAAAA/mXS0YgfAAAAAAAAAAAAAAEAAAAAAAAAAQAAAAAAAAD//////////wAAAAAAAAAAkI1cukqxvvmHbzHoCpbW25/Jsuhuk7o3gXFWXUu9zhcAAAAAANwFAAABNgIAAAAAAAD8obGi7TgAABAn',
  ),
  epoch778: recorded(
    2616,
    '2JJrXmhLtrELYroHT3IsnUEU8tj3CgDGYAIze5v5DIc2V6bSAdtMgCz0pOqMnBuYfUelv3scmcjjaofs/kslxbI+gD7+Ut+uC/49Oop/nKXYae0Dqcuh7qDJnWp2becvnXIEbPLV10KUupJ+KKToqJZx7UJwZ9wkAWDSf0aWriv0Dv97EAFr4P/98B0fAAAAAAAAAAAAkXxLkU5TmaKSfT1u3GUbZ6yxn8JqR8F+QHm/uCY9TmU4AAAApAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA//9QRgAAAAAAAAoDAAAAAAAAAMqaOwAAAACRAAAAwDIL/Z2D7Ta752Tw4gzH+4TU3CHhPclFCUyyyPHhXrM9AAAAMAUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAv+PTqKf5yl2GntA6nLoe6gyZ1qdm3nL51yBGzy1ddCuGuRAKEVT1o4qBAAAAT3xv1GEmfOZWpZn+8+77eG7hSUZQYRGrRQHOtpsr0a//7/XSpe5WhcF+B87eW++YMA1BcOu+LZnwZMS7Be6Xs13n0AUIpxGRMAAIQDAAABAAAAiBMAAKhX4rrlBgAAAAAAAAAAAAD//////////7qv99dI/wAA6Nq5zI+VDQBFyt5JAQAAAFEEAAAAAAAAyay/9XgmAAAAAAAAAAAAAAEAAAAAAAAAAQAAAAAAAAD//////////wAAAAAAAAAAkI1cukqxvvmHbzHoCpbW25/Jsuhuk7o3gXFWXUu9zhcAAAAAANwFAAABCgMAAAAAAAB9KgHf3d8AABAn',
  ),
}

/** The stake pool of JitoSOL in epoch 539, as recorded in igneous-labs/S. */
export const jitoPool = {
  owner: 'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy',
  epoch539: recorded(
    611,
    'AYB81zZ44lwMyCjycXZ2ZJipfXHSnaOXgy4K4QNK7ZJpDQldRT1Yg7/utCJpZXp5q9DtCLtm+YZZHOTwD5UL1chaH81d4r7shD/nlN3JX69GbUBFHJ+qVp54ItksfmrhOv0j4HUJut3t/bUWqQuRl7tQR0MlXQ43xf9dzookHu3EMZ6naP7fZEyKrpuOIYit0GvFUPv3Fsgiuc5jx3g9lS4f/NFB6YMsrxCtkXSVyg8nG1spPNRwJ+pzcAftQOs5oL1YQwD8vjBPokGY5Dy28Bt5e0FvYGYD+6Hp+OpBNkr2hQbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCpKJyTiASUFwB/yvLVRPcVABsCAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAZAAAAAAAAAAEAAAAAAAAAAAAAWgXkNSoeXTlC+iI8qqpOsYRGTPwHqj9oImu82w7GvWxAAAAAAAAAAAAAAAAAAAAAOgDAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADoAwAAAAAAAAEAAAAAAAAAAH1iKEoKIhYAsbQIb4W/Fw==',
  ),
}

/**
 * The state of Infinity in version 2 and the mint of INF, as recorded in two commits of igneous-labs/inf-jup-interface. What was
 * withheld, and the slot of its last release, were set to zero there.
 */
export const infinity = {
  state: {
    address: 'AYhux5gJzCoeoc1PoJ1VxwPDe22RwcvpHviLDD1oCGvW',
    owner: '5ocnV1qiCgaQR8Jb8xWnVbApfaygJ8tNoZfgPwsgx9kx',
    data: recorded(
      240,
      'I06e37HYBgCA8PoCAgAAAGx5DsQHemyL8o97W+i/lc2/qE7uZVlmLWzQRmmf8Uq5V9Z+K+9+9CSDE/0qah76tHeR86xOl9coDu2srBOTxJC2Hkon/48QbtdHfuOHTOHlAbnkJeMtA9KzqymNKdvXegzPtIBvFaPPksJb9UynxdIQDMvDwcaW1vQToER3w2L+R1eJn7i+26KHeKrNZ+Vo5zRwzOkLzVMrbLYYKXYogk5vPM6vPHCu33k9nvfSSwHrm/SdYXiWc1AD1ygV6F3bcQDEVvPEIwAAAAAAAAAAAABs7G69SQAAAAAAAAAAAAAA',
    ),
  },
  mint: {
    address: '5oVNBeEEQvYi1cX3ir8Dx5n1P7pdxydbGF2X4TxVusJm',
    owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    data: recorded(82, 'AQAAAI3YcqO3Fd7R1GA0P/W6SigQLjkCRyWJX+vHqceXITPTjaCox4C2BAAJAQ=='),
  },
}

/** The state of Infinity in version 1, of October 2025, as recorded in smartcontractkit/external-adapters-js. */
export const infinityV1 = recorded(
  176,
  'Rz1Sx7xsBQDoA+gDAQAAAG88zq88cK7feT2e99JLAeub9J1heJZzUAPXKBXoXdtx4oftndHhX1YKVb7SCuZg7OkYfR9kkzw35PeEt8kTMgbKvUqRKRf0alKsqJTt8k4Ky7YNgu3i9qC30MtiePqfrgm9EwcrJv1lssTvlBwVz1txGXz4YWzvyP54hxh0rIpaR1eJn7i+26KHeKrNZ+Vo5zRwzOkLzVMrbLYYKXYogk4=',
)
