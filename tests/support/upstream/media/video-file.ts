/** Returns an MP4 with only the boxes that type detection looks for. */
export function mp4(): Buffer {
  return Buffer.concat([
    box("ftyp", Buffer.from("isom\0\0\x02\0isomiso2mp41", "latin1")),
    box("mdat", Buffer.alloc(4096)),
  ]);
}

function box(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length + 8, 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, data]);
}
