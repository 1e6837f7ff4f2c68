// C11's threads in terms of POSIX's, linked into every program of the tsan preset. librdkafka uses
// the former; ThreadSanitizer intercepts only the latter, and a thread that it has not seen begin
// dies at its first allocation. The dynamic linker binds librdkafka's references to these, because
// a program comes before the C library.
#include <pthread.h>
#include <threads.h>

#include <cerrno>
#include <cstdint>
#include <memory>

static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t) && sizeof(cnd_t) == sizeof(pthread_cond_t) &&
                  sizeof(once_flag) == sizeof(pthread_once_t) &&
                  sizeof(thrd_t) == sizeof(pthread_t),
              "glibc has them the same, so that librdkafka's objects have room for these");

namespace {

pthread_mutex_t* posix(mtx_t* mutex) {
  return reinterpret_cast<pthread_mutex_t*>(mutex);
}
pthread_cond_t* posix(cnd_t* condition) {
  return reinterpret_cast<pthread_cond_t*>(condition);
}

int answer(int error) {
  switch (error) {
    case 0:
      return thrd_success;
    case EBUSY:
      return thrd_busy;
    case ENOMEM:
      return thrd_nomem;
    case ETIMEDOUT:
      return thrd_timedout;
    default:
      return thrd_error;
  }
}

struct beginning {
  thrd_start_t function;
  void* argument;
};

void* run(void* given) {
  const std::unique_ptr<beginning> owned(static_cast<beginning*>(given));
  return reinterpret_cast<void*>(static_cast<std::intptr_t>(owned->function(owned->argument)));
}

}  // namespace

extern "C" {

/// librdkafka is not instrumented, so the counts of references that order its frees and the ends of
/// its locks are not seen. Only what its own code does is passed over; its callbacks into ours are
/// not, nor are its locks, which order what passes between our threads and its.
const char* __tsan_default_suppressions();
const char* __tsan_default_suppressions() {
  return "called_from_lib:librdkafka.so\nrace:^mtx_destroy$\nrace:^cnd_destroy$\n";
}

int thrd_create(thrd_t* thread, thrd_start_t function, void* argument) {
  auto start = std::make_unique<beginning>(beginning{function, argument});
  const int error = pthread_create(thread, nullptr, run, start.get());
  if (error == 0) static_cast<void>(start.release());
  return answer(error);
}

int thrd_join(thrd_t thread, int* code) {
  void* returned = nullptr;
  const int error = pthread_join(thread, &returned);
  if (error == 0 && code != nullptr) {
    *code = static_cast<int>(reinterpret_cast<std::intptr_t>(returned));
  }
  return answer(error);
}

int thrd_detach(thrd_t thread) {
  return answer(pthread_detach(thread));
}

int mtx_init(mtx_t* mutex, int type) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  const bool recursive = (type & mtx_recursive) != 0;
  pthread_mutexattr_settype(&attributes,
                            recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
  const int error = pthread_mutex_init(posix(mutex), &attributes);
  pthread_mutexattr_destroy(&attributes);
  return answer(error);
}

int mtx_lock(mtx_t* mutex) {
  return answer(pthread_mutex_lock(posix(mutex)));
}

int mtx_trylock(mtx_t* mutex) {
  return answer(pthread_mutex_trylock(posix(mutex)));
}

int mtx_timedlock(mtx_t* mutex, const timespec* until) {
  return answer(pthread_mutex_timedlock(posix(mutex), until));
}

int mtx_unlock(mtx_t* mutex) {
  return answer(pthread_mutex_unlock(posix(mutex)));
}

void mtx_destroy(mtx_t* mutex) {
  pthread_mutex_destroy(posix(mutex));
}

int cnd_init(cnd_t* condition) {
  return answer(pthread_cond_init(posix(condition), nullptr));
}

int cnd_signal(cnd_t* condition) {
  return answer(pthread_cond_signal(posix(condition)));
}

int cnd_broadcast(cnd_t* condition) {
  return answer(pthread_cond_broadcast(posix(condition)));
}

int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  return answer(pthread_cond_wait(posix(condition), posix(mutex)));
}

int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* until) {
  return answer(pthread_cond_timedwait(posix(condition), posix(mutex), until));
}

void cnd_destroy(cnd_t* condition) {
  pthread_cond_destroy(posix(condition));
}

void call_once(once_flag* flag, void (*function)()) {
  pthread_once(reinterpret_cast<pthread_once_t*>(flag), function);
}

}  // extern "C"
