"""A stand-in for Gemini on loopback: it answers as a drill wants it to, and counts what it was asked."""

import asyncio
import json
import random
import socket
import struct
import threading
from collections import Counter


def translation(text):
    """What a text is translated to: itself backwards, so that an answer can be told to belong to its text."""
    return "«" + text[::-1] + "»"


class Gemini:
    """Serves from a thread of its own; what a drill sets counts for the next request."""

    def __init__(self, seed):
        self.delay = (0.005, 0.05)  # Seconds, from and to.
        self.troubles = ()  # What may happen instead of an answer.
        self.share = 0.0  # How many of the requests that happens to, from 0 to 1.
        self.asked = Counter()  # Requests, by text.
        self.answered = Counter()  # Whole answers that were handed to the network, by text.
        self._random = random.Random(seed)
        self._loop = asyncio.new_event_loop()
        ready = threading.Event()
        threading.Thread(target=self._serve, args=(ready,), daemon=True).start()
        ready.wait()

    def _serve(self, ready):
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._talk, "127.0.0.1", 0, backlog=512))
        self.url = "http://127.0.0.1:%d" % server.sockets[0].getsockname()[1]
        ready.set()
        self._loop.run_forever()

    async def _talk(self, reader, writer):
        try:
            while await self._exchange(reader, writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # The client is gone, as a killed one is.
        finally:
            writer.close()

    async def _exchange(self, reader, writer):
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.decode("latin-1").lower().split("\r\n")
        length = next(int(line.split(":")[1]) for line in lines if line.startswith("content-length:"))
        text = json.loads(await reader.readexactly(length))["contents"][0]["parts"][0]["text"]
        self.asked[text] += 1
        await asyncio.sleep(self._random.uniform(*self.delay))
        trouble = self._random.choice(self.troubles) if self._random.random() < self.share else None
        if trouble == "hang":
            await reader.read()
            return False
        if trouble == "reset":
            # Closing without lingering sends a reset instead of an end.
            linger = struct.pack("ii", 1, 0)
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            writer.transport.abort()
            return False
        if trouble in (503, 429):
            await self._reply(writer, trouble, self._error(trouble))
            return True
        body = self._answer(text)
        if trouble == "half":
            await self._reply(writer, 200, body, cut=len(body) // 2)
            return False
        await self._reply(writer, 200, body)
        self.answered[text] += 1
        return True

    @staticmethod
    async def _reply(writer, status, body, cut=None):
        head = f"HTTP/1.1 {status} -\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body[:cut])
        await writer.drain()

    @staticmethod
    def _error(status):
        error = {"code": status, "message": "Not now.", "status": "UNAVAILABLE"}
        if status == 429:
            error["status"] = "RESOURCE_EXHAUSTED"
            error["details"] = [
                {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "0.3s"}
            ]
        return json.dumps({"error": error}).encode()

    @staticmethod
    def _answer(text):
        record = {
            "normalForm": text,
            "synonyms": "",
            "translatedText": translation(text),
            "sourceLanguage": "Польский (pl)",
            "shortTranslation": translation(text),
            "examples": [{"original": text, "translation": translation(text)}],
        }
        part = {"text": json.dumps(record, ensure_ascii=False)}
        candidate = {"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}
        return json.dumps({"candidates": [candidate], "modelVersion": "gemini-3.5-flash-lite"}).encode()
